import type { AppNotificationsPage } from '@agora/contract/features/broadcasts/broadcasts.app.contract';
import type { Locale } from '@agora/contract/shared/locale';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { type Broadcast, hasLeft } from '../broadcasts.table.ts';

/**
 * Pushes sent to a member, one row per push even with several devices. Excludes stopped and skipped pushes,
 * which never left.
 */
const inboxOf = (userId: string): SQL => sql`
  select broadcast_id as id, mode() within group (order by locale) as locale, min(coalesce(sent_at, not_before)) as sent_at,
    bool_or(read_at is not null) as is_read
  from broadcast_deliveries
  where user_id = ${userId} and ${hasLeft}
  group by broadcast_id`;

const isWanted = (unread: boolean | undefined) =>
  unread === undefined ? sql`true` : unread ? sql`not is_read` : sql`is_read`;

type Row = Pick<Broadcast, 'id' | 'category' | 'link' | 'image' | 'translations' | 'day'> & {
  locale: Locale;
  sent_at: string;
  is_read: boolean;
};

/** The cursor of the page may have been read since, and is still found. */
const isAfter = (after: string | undefined) =>
  after === undefined
    ? sql`true`
    : sql`(inbox.sent_at, inbox.id) < (select sent_at, id from inbox where id = ${after})`;

export const listNotifications = (
  db: Db,
  userId: string,
  { skip, limit, after, unread }: AppNotificationsPage,
) =>
  db.execute<Row>(sql`
    with inbox as (${inboxOf(userId)})
    select inbox.*, category, link, image, translations, day
    from inbox join broadcasts on broadcasts.id = inbox.id
    where ${isWanted(unread)} and ${isAfter(after)}
    order by inbox.sent_at desc, inbox.id desc
    offset ${skip} limit ${limit}`);

export async function hasNotification(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db.execute(sql`
    select from broadcast_deliveries where user_id = ${userId} and broadcast_id = ${id} and ${hasLeft} limit 1`);
  return rows.length > 0;
}

interface Counts {
  count: number;
  unread: number;
}

export async function countNotifications(db: Db, userId: string, unread?: boolean): Promise<Counts> {
  const [counts] = await db.execute<{ count: number; unread: number }>(sql`
    select count(*) filter (where ${isWanted(unread)})::int as count, count(*) filter (where not is_read)::int as unread
    from (${inboxOf(userId)}) as inbox`);
  return counts ?? { count: 0, unread: 0 };
}

/** Deliveries that a phone may show although the outcome is unknown: in progress, or to be retried. */
const mayHaveArrived = sql`(status in ('sending', 'sent', 'failed', 'invalid') or (status = 'pending' and attempts > 0))`;

/**
 * Records and counts the first time a member opens a push on any of their devices; also counts them as reached if the
 * push seemed to have failed.
 * @returns true if the push was sent to the member
 */
export async function openNotification(db: Db, userId: string, id: string): Promise<boolean> {
  const [found] = await db.execute<{ is_theirs: boolean }>(sql`
    with theirs as (
      select device_id, opened_at, status from broadcast_deliveries
      where user_id = ${userId} and broadcast_id = ${id} and ${mayHaveArrived}
      order by device_id for update
    ), opened as (
      update broadcast_deliveries as delivery set read_at = coalesce(read_at, now()),
        opened_at = case when delivery.device_id = (
          select device_id from theirs order by (status in ('sending', 'sent')) desc, device_id limit 1) then now() end
      from theirs
      where delivery.broadcast_id = ${id} and delivery.device_id = theirs.device_id
        and not exists (select from theirs where opened_at is not null)
      returning delivery.device_id
    ), counted as (
      update broadcasts set opened = opened + 1,
        reached = reached + (not exists (select from theirs where status = 'sent'))::int
      where id = ${id} and exists (select from opened)
    )
    select exists (select from theirs) as is_theirs`);
  return found?.is_theirs ?? false;
}

/** @param until the last moment that the member has seen */
export const readAllNotifications = (db: Db, userId: string, until = 'infinity') =>
  db.execute(sql`update broadcast_deliveries set read_at = now()
    where user_id = ${userId} and read_at is null and ${hasLeft}
      and coalesce(sent_at, not_before) <= ${until}::timestamptz`);
