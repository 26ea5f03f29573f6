import type { BroadcastSchedule } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { fieldProblem } from '../../../platform/http/router.ts';
import { momentAt, offsetsAt } from '../../../platform/time/civil-date.ts';

type Schedule = Pick<BroadcastSchedule, 'mode' | 'local' | 'time_zone'> & { offset?: string | undefined };

/** Maximum scheduling horizon, in years. */
const YEARS_AHEAD = 2;

/** Offsets of the time zones where a calendar day starts first and ends last. */
const FIRST_ZONE = '+14:00';
const LAST_ZONE = '-12:00';

const problem = (type: string, message: string, ctx?: Record<string, unknown>) =>
  fieldProblem('local', { type, message: `Value error, ${message}`, ...(ctx && { ctx }) });

/**
 * Start time of a broadcast. With `local`, the first time zone sets it, so it may be now.
 * @throws a 422 for a time that is past, too far ahead, skipped or ambiguous
 */
export function momentOfSchedule(schedule: Schedule, now: Date): Date {
  const time = Temporal.PlainDateTime.from(schedule.local);
  const isLocal = schedule.mode === 'local';
  const start = isLocal ? firstOnEarth(time) : momentIn(schedule);
  const end = isLocal ? lastOnEarth(time) : start;
  if (end <= now) throw problem('time_past', 'this time is over');
  const max = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC').add({
    years: YEARS_AHEAD,
  });
  if (start.getTime() > max.epochMilliseconds)
    throw problem('date_too_late', `Input should be ${max.toPlainDate().toString()} or earlier`);
  return start < now ? now : start;
}

const zoned = (time: Temporal.PlainDateTime, zone: string) =>
  new Date(time.toZonedDateTime(zone).epochMilliseconds);

/** First and last moment of a local time anywhere on Earth. */
export const firstOnEarth = (time: Temporal.PlainDateTime): Date => zoned(time, FIRST_ZONE);
export const lastOnEarth = (time: Temporal.PlainDateTime): Date => zoned(time, LAST_ZONE);

/** The moment of a local time in the zone; if there are two, the one with the given offset. */
function momentIn({ local, time_zone, offset }: Schedule): Date {
  const moment = momentAt(local, time_zone, offset);
  if (moment instanceof Date) return moment;
  if (moment === 'skipped')
    throw problem('time_skipped', `clocks are put forward past this time in '${time_zone}'`);
  const offsets = offsetsAt(local, time_zone);
  throw problem('time_ambiguous', `say which is meant: ${offsets.join(' or ')}`, { offsets });
}
