import type {
  BroadcastStats,
  DeliveryFilter,
  DeliveryStatus,
} from '@agora/contract/features/broadcasts/broadcasts.contract';
import type { Page } from '@agora/contract/shared/pagination';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { when } from '../../../platform/db/search.ts';
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

export type Opening = { hour: string | null; count: number };

/** Openings per hour; a null hour if none. @returns no row if the broadcast does not exist */
export const countOpenings = (db: Db, id: string) =>
  db.execute<Opening>(sql`
    select date_trunc('hour', opened_at, 'UTC') as hour, count(opened_at)::int as count
    from broadcasts left join broadcast_deliveries on broadcast_id = broadcasts.id and opened_at is not null
    where broadcasts.id = ${id}
    group by hour order by hour`);
