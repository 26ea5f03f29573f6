import type {
  AudiencePreview,
  AudiencePreviewRequest,
} from '@agora/contract/features/broadcasts/broadcasts.contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import type { Clock } from '../../platform/time-zone.ts';

/** `due`, or the end of the quiet hours that it falls in, on the clock of the device. */
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

/** How many devices would get a push but in their quiet hours, and when the first and the last get it instead. */
export async function countHeld(
  db: Db,
  kinds: readonly { time_zone: string | null; devices: number }[],
  due: AudiencePreviewRequest['due'],
  { quietHours, ...clock }: Clock & { quietHours: string },
): Promise<AudiencePreview['held']> {
  const now = sql`${clock.now.toISOString()}::timestamptz`;
  const wanted = due
    ? sql`greatest(${now}, ${due.local}::timestamp at time zone ${due.time_zone ? sql`${due.time_zone}::text` : sql`zone`})`
    : now;
  const [held] = await db.execute<{ devices: number; from: string | null; until: string | null }>(sql`
    select coalesce(sum(devices), 0)::int as devices, min(not_before) as from, max(not_before) as until
    from (
      select *, ${afterQuietHours(quietHours)} as not_before from (
        select *, ${wanted} as due from (
          select sum(devices) as devices, coalesce(known_time_zone(time_zone), ${clock.timeZone}::text) as zone
          from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as kinds (time_zone text, devices int)
          group by time_zone
        ) as placed
      ) as timed
    ) as asked where not_before > due`);
  if (!held?.from || !held.until) return null;
  return {
    devices: held.devices,
    from: new Date(held.from).toISOString(),
    until: new Date(held.until).toISOString(),
  };
}
