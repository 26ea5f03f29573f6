import type { Db } from '../../platform/db/client.ts';
import type { Config } from '../../platform/settings.ts';
import { addDays } from '../../platform/time/civil-date.ts';
import { countAll } from './dashboard.queries.ts';
import { listSends } from './dashboard.statistics.queries.ts';
import { rangeOf, readAnswers, readOverview } from './dashboard.statistics.service.ts';
import type { WeekFigures } from './dashboard.summary.mail.ts';

/** Hour of Monday from which on summaries are sent, and days until which a late one still is. */
const HOUR = 8;
const LATEST_DAYS = 2;

/** The Monday whose summaries are due; undefined before its morning, and from Wednesday morning on. */
export function dueMonday(now: Date, timeZone: string): string | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const monday = local.toPlainDate().subtract({ days: local.dayOfWeek - 1 });
  const start = monday.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour: HOUR }) });
  const isDue =
    Temporal.ZonedDateTime.compare(local, start) >= 0 &&
    Temporal.ZonedDateTime.compare(local, start.add({ days: LATEST_DAYS })) < 0;
  return isDue ? monday.toString() : undefined;
}

/** The same figures as those of the dashboard. @param monday the day after the week */
export async function readWeek(
  { db, config, now }: { db: Db; config: Pick<Config, 'TIME_ZONE' | 'BUSINESS_HOURS'>; now: Date },
  monday: string,
): Promise<WeekFigures> {
  const clock = { now, timeZone: config.TIME_ZONE };
  const days = { from: addDays(monday, -7), to: addDays(monday, -1) };
  const range = rangeOf({ range: '7d', ...days }, clock);
  const [{ kpis }, answers, sends, counts] = await Promise.all([
    readOverview(db, { range, businessHours: config.BUSINESS_HOURS, now }),
    readAnswers(db, { range, businessHours: config.BUSINESS_HOURS, now }),
    listSends(db, range),
    countAll(db, clock),
  ]);
  return {
    ...days,
    kpis,
    firstAnswer: { value: answers.median_minutes, previous: answers.previous_median_minutes },
    waiting: answers.waiting.count,
    sends: sends.length,
    reached: sends.reduce((sum, { reached }) => sum + (reached ?? 0), 0),
    opened: sends.reduce((sum, { opened }) => sum + opened, 0),
    missingDays: counts.missing_days.length,
    firstMissing: counts.missing_days[0],
    lastMissing: counts.missing_days.at(-1),
  };
}
