import {
  type AudiencePreview,
  type AudiencePreviewRequest,
  BROADCAST_LATE_MINUTES,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { momentOf } from '../../../platform/db/moment.ts';
import type { Clock } from '../../../platform/db/time-zone.ts';

/** `due`, or the end of the quiet hours that contain it, on the clock of the device. */
export function afterQuietHours(quietHours: string): SQL {
  const [from = '', to = ''] = quietHours.split('-');
  if (from === to) return sql`due`;
  const time = sql`(due at time zone zone)::time`;
  const end = (days: number) =>
    sql`((due at time zone zone)::date + ${days}::int + ${to}::time) at time zone zone`;
  return from < to
    ? sql`case when ${time} >= ${from}::time and ${time} < ${to}::time then ${end(0)} else due end`
    : sql`case when ${time} >= ${from}::time then ${end(1)} when ${time} < ${to}::time then ${end(0)} else due end`;
}

/**
 * Counts devices whose push is delayed by quiet hours, with the first and last delivery time, and devices
 * that would not get it because its time has passed. Finds the zone where its time comes first.
 */
export async function countDelayed(
  db: Db,
  kinds: readonly { time_zone: string | null; devices: number }[],
  due: AudiencePreviewRequest['due'],
  { quietHours, ...clock }: Clock & { quietHours: string },
): Promise<Pick<AudiencePreview, 'held' | 'late' | 'first'>> {
  const now = momentOf(clock.now);
  const wanted = due
    ? sql`${due.local}::timestamp at time zone ${due.time_zone ? sql`${due.time_zone}::text` : sql`zone`}`
    : now;
  const isLate =
    due && !due.time_zone && due.late_policy === 'skip'
      ? sql`wanted < ${now} - ${BROADCAST_LATE_MINUTES} * interval '1 minute'`
      : sql`false`;
  const isDelayed = sql`not is_late and not_before > due`;
  const [counts] = await db.execute<{
    late: number;
    held: number;
    from: string | null;
    until: string | null;
    first_at: string | null;
    first_zone: string | null;
  }>(sql`
    select coalesce(sum(devices) filter (where is_late), 0)::int as late,
      coalesce(sum(devices) filter (where ${isDelayed}), 0)::int as held,
      min(not_before) filter (where ${isDelayed}) as from, max(not_before) filter (where ${isDelayed}) as until,
      min(due) filter (where not is_late) as first_at,
      (array_agg(zone order by due, devices desc, zone) filter (where not is_late))[1] as first_zone
    from (
      select *, ${afterQuietHours(quietHours)} as not_before from (
        select *, ${isLate} as is_late, greatest(wanted, ${now}) as due from (
          select *, ${wanted} as wanted from (
            select sum(devices) as devices, coalesce(known_time_zone(time_zone), ${clock.timeZone}::text) as zone
            from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as kinds (time_zone text, devices int)
            group by time_zone
          ) as placed
        ) as meant
      ) as timed
    ) as asked`);
  const { late = 0, held = 0, from, until, first_at, first_zone } = counts ?? {};
  const first =
    first_at && first_zone ? { at: new Date(first_at).toISOString(), time_zone: first_zone } : null;
  if (!from || !until) return { held: null, late, first };
  return {
    first,
    held: { devices: held, from: new Date(from).toISOString(), until: new Date(until).toISOString() },
    late,
  };
}
