import type {
  BroadcastStats,
  DeliveryFilter,
  DeliveryStatus,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import type { Page } from '@agora/contract/shared/pagination';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { when } from '../../../platform/db/filter.ts';
import { users } from '../../accounts/accounts.users.table.ts';
import { broadcastDeliveries } from '../broadcasts.table.ts';

const matches = (id: string, { status, error_code }: DeliveryFilter) =>
  and(
    eq(broadcastDeliveries.broadcast_id, id),
    when(status, (name) => eq(broadcastDeliveries.status, name)),
    when(error_code, (code) => eq(broadcastDeliveries.error_code, code)),
  );

export const listDeliveries = (db: Db, id: string, { skip, limit }: Page, filter: DeliveryFilter) =>
  db
    .select({
      device_id: broadcastDeliveries.device_id,
      user: { id: users.id, email: users.email, full_name: users.full_name },
      platform: broadcastDeliveries.platform,
      locale: broadcastDeliveries.locale,
      status: broadcastDeliveries.status,
      error_code: broadcastDeliveries.error_code,
      attempts: broadcastDeliveries.attempts,
      not_before: broadcastDeliveries.not_before,
      sent_at: broadcastDeliveries.sent_at,
      opened_at: broadcastDeliveries.opened_at,
    })
    .from(broadcastDeliveries)
    .leftJoin(users, eq(users.id, broadcastDeliveries.user_id))
    .where(matches(id, filter))
    .orderBy(asc(broadcastDeliveries.device_id))
    .offset(skip)
    .limit(limit);

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

/** @returns undefined if the broadcast does not exist */
export async function countDeliveries(
  db: Db,
  id: string,
  filter: DeliveryFilter,
): Promise<number | undefined> {
  const [row] = await db.execute<{ exists: boolean; count: number }>(sql`
    select exists (select from broadcasts where id = ${id}),
      (select count(*)::int from ${broadcastDeliveries} where ${matches(id, filter)}) as count`);
  return row?.exists ? row.count : undefined;
}

export type StatsGroup = Pick<BroadcastStats['by_platform'][number], 'targeted' | 'opened'> & {
  status: DeliveryStatus;
  error_code: string | null;
  platform: BroadcastStats['by_platform'][number]['key'];
  locale: BroadcastStats['by_locale'][number]['key'];
};

/** Groups the deliveries of a broadcast by outcome. */
export const groupDeliveries = (db: Db, id: string) =>
  db.execute<StatsGroup>(sql`
    select status, error_code, platform, locale, count(*)::int as targeted, count(opened_at)::int as opened
    from broadcast_deliveries where broadcast_id = ${id}
    group by status, error_code, platform, locale
    order by status, error_code, platform, locale`);

/** Maximum number of app versions in the statistics of a broadcast. */
const VERSIONS = 20;

/** Days before a broadcast whose others it is compared with. */
const COMPARED_DAYS = 365;

type Comparison = Pick<BroadcastStats, 'by_version' | 'over_time' | 'category'>;

/**
 * App versions of the most devices, counts per hour, and the sums of the other broadcasts of the category.
 * @returns undefined if the broadcast does not exist
 */
export async function compareDeliveries(db: Db, id: string): Promise<Comparison | undefined> {
  const versions = sql`
    select app_version as key, count(*) as targeted, count(*) filter (where status = 'sent') as sent,
      count(opened_at) as opened
    from broadcast_deliveries where broadcast_id = ${id}
    group by app_version order by targeted desc, app_version limit ${VERSIONS}`;
  const hours = sql`
    select hour, sum(accepted) as accepted, sum(opened) as opened
    from (
      select date_trunc('hour', sent_at, 'UTC') as hour, count(*) as accepted, 0 as opened
      from broadcast_deliveries where broadcast_id = ${id} and status = 'sent' and sent_at is not null group by 1
      union all
      select date_trunc('hour', opened_at, 'UTC'), 0, count(*)
      from broadcast_deliveries where broadcast_id = ${id} and opened_at is not null group by 1
    ) as counted
    group by hour`;
  const others = sql`
    select count(*) as broadcasts, coalesce(sum(other.targeted), 0) as targeted, coalesce(sum(other.sent), 0) as sent,
      coalesce(sum(other.reached), 0) as reached, coalesce(sum(other.opened), 0) as opened
    from broadcasts as other
    where other.category = broadcast.category and other.id <> broadcast.id and other.status = 'sent'
      and other.started_at < broadcast.started_at
      and other.started_at >= broadcast.started_at - ${COMPARED_DAYS} * interval '1 day'`;
  const [row] = await db.execute<Comparison>(sql`
    select
      (select coalesce(jsonb_agg(versions order by targeted desc, key), '[]') from (${versions}) as versions) as by_version,
      (select coalesce(jsonb_agg(hours order by hour), '[]') from (${hours}) as hours) as over_time,
      (select to_jsonb(others) from (${others}) as others) as category
    from broadcasts as broadcast where broadcast.id = ${id}`);
  return row;
}
