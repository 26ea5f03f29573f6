import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { isOpen } from '@agora/contract/features/approvals/approvals.rules';
import type { Audience, BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { PLATFORM_NAMES } from '@agora/contract/features/devices/devices.rules';
import {
  formatDate,
  formatDay,
  formatLocalTime,
  formatMoment,
  formatRelative,
  formatTime,
  localTimeOf,
  zoneName,
} from '../../platform/dates.ts';
import { firstIn } from '../../platform/default-locale.ts';
import { isSending } from './broadcasts.queries.ts';
import { t } from './broadcasts.texts.ts';

/** Name of a broadcast: its internal name or, without one, its title. */
export const titleOf = (broadcast: Pick<BroadcastPublic, 'name' | 'translations'>): string =>
  broadcast.name || textOf(broadcast, 'title');

/** A text in the reader's language or, if missing, in another. */
export const textOf = (
  { translations }: Pick<BroadcastPublic, 'translations'>,
  part: 'title' | 'body',
): string => firstIn((locale) => translations[locale]?.[part].trim()) ?? '';

/** True while somebody is asked to approve it. */
export const isAwaiting = ({ approval }: Pick<BroadcastPublic, 'approval'>): boolean =>
  approval !== null && isOpen(approval.status);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 1440 * MINUTE;

/** `3 h 20` or `12 s` for a number of milliseconds. */
export function durationText(span: number): string {
  if (span < MINUTE) return t.seconds(Math.max(1, Math.round(span / SECOND)));
  const minutes = Math.round(span / MINUTE);
  return t.hoursMinutes(Math.floor(minutes / 60), minutes % 60);
}

/** `dans 3 h 20` within a day, `dans 5 jours` later. */
export function timeUntilText(moment: string | Date, now = Date.now()): string {
  const span = new Date(moment).getTime() - now;
  return span < 0 || span >= DAY
    ? formatRelative(new Date(moment).toISOString(), now)
    : t.until(durationText(span));
}

type Timing = Pick<BroadcastPublic, 'schedule_mode' | 'scheduled_local' | 'time_zone' | 'scheduled_at'>;

/** Milliseconds by which clocks change at the start or end of summer time. */
const CLOCK_SHIFTS = [-60, -30, 30, 60].map((minutes) => minutes * MINUTE);

/** `heure de Paris`; `heure de Paris, UTC+01:00` if the clock shows this time twice. */
function clockText(local: string, zone: string, at: number): string {
  if (!CLOCK_SHIFTS.some((shift) => localTimeOf(new Date(at + shift), zone) === local)) return zoneName(zone);
  const offset = Date.parse(`${local}:00Z`) - at;
  const size = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${zoneName(zone)}, UTC${offset < 0 ? '-' : '+'}${size}`;
}

/**
 * `lundi 23 novembre 2026 à 9 h 00 (heure de Tokyo)`; adds `, soit le …` if the reader's clock shows another
 * time.
 */
export function scheduledTimeText({
  schedule_mode,
  scheduled_local,
  time_zone,
  scheduled_at,
}: Timing): string {
  if (!scheduled_local || !scheduled_at) return scheduled_at ? formatMoment(scheduled_at) : '';
  const time = formatLocalTime(scheduled_local);
  if (schedule_mode === 'local' || !time_zone) return t.atLocalTime(time);
  const words = t.atTime(time, clockText(scheduled_local, time_zone, Date.parse(scheduled_at)));
  return localTimeOf(scheduled_at) === scheduled_local
    ? words
    : t.atOtherTime(words, formatMoment(scheduled_at));
}

const sentText = (at: string) => t.sentAt(formatDate(at), formatTime(at));

/** When the broadcast was written, will be sent or was sent. */
export function timingText(broadcast: BroadcastPublic): string {
  const { status, updated_at, updated_by, started_at, finished_at, scheduled_at, waits_until } = broadcast;
  const started = t.startedAt(formatRelative(started_at ?? updated_at));
  switch (status) {
    case 'draft':
      return t.writtenBy(formatRelative(updated_at), nameOf(updated_by));
    case 'scheduled':
      // No relative time in local mode: only the detail page knows the time zone of the first recipients.
      return broadcast.schedule_mode === 'local'
        ? t.goesOut(scheduledTimeText(broadcast))
        : `${t.goesOut(scheduledTimeText(broadcast))} · ${timeUntilText(scheduled_at ?? updated_at)}`;
    case 'sending':
    case 'paused':
      return waits_until ? t.waitsUntil(formatMoment(waits_until)) : started;
    case 'sent':
      return sentText(started_at ?? updated_at);
    case 'missed':
      return t.wasDue(scheduledTimeText(broadcast));
    case 'cancelled':
      if (isSending(broadcast)) return started;
      return (started_at ? t.stoppedAt : t.cancelledAt)(formatRelative(finished_at ?? updated_at));
  }
}

/** Devices whose outcome is known. */
export const finishedCount = ({ sent, failed, invalid, skipped, cancelled }: BroadcastPublic): number =>
  sent + failed + invalid + skipped + cancelled;

/** Devices whose outcome is pending. */
export const remainingCount = (broadcast: BroadcastPublic): number =>
  (broadcast.targeted ?? 0) - finishedCount(broadcast);

/** Devices that were not reached. */
export const unreachedCount = ({ failed, invalid, skipped }: BroadcastPublic): number =>
  failed + invalid + skipped;

/** Label of the current state. A broadcast cancelled while it is sent is stopping, then stopped. */
export function currentStatusText(broadcast: BroadcastPublic): string {
  const { status, started_at, sent, targeted } = broadcast;
  if (status !== 'cancelled') return t[status];
  if (isSending(broadcast)) return t.stopping;
  return started_at ? t.stopped(sent, targeted ?? 0) : t.cancelled;
}

/**
 * Describes an audience: its segment, the conditions, then the members included or excluded individually.
 * @param segment name of the segment to which it will be or was sent
 */
export function describeAudience(audience: Audience | null, segment: string | null = null): string[] {
  if (!audience) return [t.nobodyYet];
  const { everyone, unopened_last, locales, platforms, app_version, last_seen_days, joined } = audience;
  const day = (date: string) => formatDay(date, { day: 'numeric', month: 'long', year: 'numeric' });
  const conditions = [
    locales && t.readers(locales),
    platforms && t.onPlatforms(platforms.map((platform) => PLATFORM_NAMES[platform]).join(', ')),
    app_version?.gte && t.fromVersion(app_version.gte),
    app_version?.lt && t.beforeVersion(app_version.lt),
    last_seen_days?.max !== undefined && t.seenWithin(last_seen_days.max),
    last_seen_days?.min !== undefined && t.unseenFor(last_seen_days.min),
    joined?.from && t.joinedFrom(day(joined.from)),
    joined?.to && t.joinedTo(day(joined.to)),
    unopened_last && t.unopenedLast,
  ].filter(Boolean);
  return [
    segment && t.segment(segment),
    everyone && t.everyone,
    conditions.length > 0 && t.membersWho(conditions.join(', ')),
    audience.member_ids && t.picked(audience.member_ids.length),
    audience.exclude_member_ids?.length && t.except(audience.exclude_member_ids.length),
  ].filter((words) => typeof words === 'string');
}
