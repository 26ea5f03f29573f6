import type { BroadcastFilter } from '@agora/contract/features/broadcasts/broadcasts.schema';
import type { Page } from '@agora/contract/shared/pagination';
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/client.ts';
import { when } from '../../platform/db/filter.ts';
import { momentOf } from '../../platform/db/moment.ts';
import { containsWords } from '../../platform/db/search.ts';
import { inPeriod } from '../../platform/db/time-zone.ts';
import { users } from '../accounts/accounts.users.table.ts';
import { lastApproval } from '../approvals/approvals.table.ts';
import { isVisibleAt } from '../news/news.table.ts';
import {
  type Broadcast,
  broadcastDeliveries,
  broadcastSearchText,
  broadcasts,
  type NewBroadcast,
  type NewDelivery,
} from './broadcasts.table.ts';
import { segments } from './segments/broadcasts.segments.table.ts';

const author = alias(users, 'author');
const editor = alias(users, 'editor');
const sender = alias(users, 'sender');

/** Time of the next due deliveries if none is due now; null if a failed one is next, as its retry is soon. */
const waitsUntil = sql<string | null>`case when ${broadcasts.status} = 'sending' then (
  select case when delivery.status = 'pending' and delivery.error_code is null and delivery.not_before > now()
    then delivery.not_before end
  from ${broadcastDeliveries} as delivery
  where delivery.broadcast_id = ${broadcasts.id} and delivery.status in ('pending', 'sending')
  order by delivery.not_before limit 1) end`;

/** Name of the segment to which it will be, or was sent. */
const segmentName = sql<string | null>`coalesce(
  (select segment.name from ${segments} as segment where segment.id = ${broadcasts.segment_id}), ${broadcasts.segment_name})`;

const withPeople = (db: Db) =>
  db
    .select({
      ...getTableColumns(broadcasts),
      waits_until: waitsUntil,
      segment_name: segmentName,
      approval: lastApproval('broadcast_id', broadcasts.id),
      created_by: { id: author.id, email: author.email, full_name: author.full_name },
      updated_by: { id: editor.id, email: editor.email, full_name: editor.full_name },
      sent_by: { id: sender.id, email: sender.email, full_name: sender.full_name },
    })
    .from(broadcasts)
    .leftJoin(author, eq(author.id, broadcasts.created_by))
    .leftJoin(editor, eq(editor.id, broadcasts.updated_by))
    .leftJoin(sender, eq(sender.id, broadcasts.sent_by));

export type BroadcastWithPeople = Awaited<ReturnType<typeof listBroadcasts>>[number];

/** Time sent, else scheduled, else created. */
const moment = sql`coalesce(${broadcasts.started_at}, ${broadcasts.scheduled_at}, ${broadcasts.created_at})`;

const matches = (filter: BroadcastFilter, timeZone: string): SQL | undefined =>
  and(
    when(filter.status, (status) => eq(broadcasts.status, status)),
    when(filter.category, (category) => eq(broadcasts.category, category)),
    when(filter.source_id, (id) => eq(broadcasts.source_id, id)),
    inPeriod(moment, filter, timeZone),
    when(filter.search || undefined, (search) => containsWords(broadcastSearchText, search)),
  );

export const listBroadcasts = (db: Db, { skip, limit }: Page, filter: BroadcastFilter, timeZone: string) =>
  withPeople(db)
    .where(matches(filter, timeZone))
    .orderBy(sql`${moment} desc`, sql`${broadcasts.id} desc`)
    .offset(skip)
    .limit(limit);

export const countBroadcasts = (db: Db, filter: BroadcastFilter, timeZone: string) =>
  db.$count(broadcasts, matches(filter, timeZone));

export async function findBroadcast(db: Db, id: string): Promise<BroadcastWithPeople | undefined> {
  const [row] = await withPeople(db).where(eq(broadcasts.id, id));
  return row;
}

/** Locks the broadcast until the transaction ends. */
export async function lockBroadcast(tx: Db, id: string): Promise<Broadcast | undefined> {
  const [row] = await tx.select().from(broadcasts).where(eq(broadcasts.id, id)).for('no key update');
  return row;
}

export const insertBroadcasts = (db: Db, rows: NewBroadcast[]) => db.insert(broadcasts).values(rows);

/** Updates fields that users see. @param by null for automatic changes */
export const updateBroadcast = (
  db: Db,
  { id, by, now }: { id: string; by: string | null; now: Date },
  changes: Partial<NewBroadcast>,
) =>
  db
    .update(broadcasts)
    .set({
      ...changes,
      version: sql`${broadcasts.version} + 1`,
      updated_at: now,
      ...(by !== null && { updated_by: by }),
    })
    .where(eq(broadcasts.id, id));

export type Targets = Pick<Broadcast, 'source' | 'source_id' | 'link'>;

const articleOf = (link: string | null) => /^\/news\/([^/?#]+)/.exec(link ?? '')?.[1];

/** Checks whether members see, or will see, the source of a push, and whether the linked article exists. */
export async function findTargets(db: Db, { source, source_id, link }: Targets) {
  const slug = articleOf(link);
  const isSource =
    source === 'news'
      ? sql`exists (select from news_articles where id = ${source_id}::uuid and status = 'live' and deleted_at is null)`
      : sourceExists({ source, source_id });
  const isLinked =
    slug === undefined
      ? sql`true`
      : sql`exists (select from news_articles where deleted_at is null and ${isNamed(sql`id`, slug)})`;
  const [found] = await db.execute<{ has_source: boolean; has_linked: boolean }>(
    sql`select ${isSource} as has_source, ${isLinked} as has_linked`,
  );
  return found ?? { has_source: false, has_linked: false };
}

const isNamed = (id: SQL, slug: string) =>
  sql`(${id}::text = ${slug} or ${id} in (select article_id from news_slugs where slug = ${slug}))`;

/** The source of a daily push is the day itself, regardless of its message. */
const sourceExists = ({ source, source_id }: Omit<Targets, 'link'>) =>
  source === 'daily' && source_id !== null
    ? sql`exists (select from daily_messages where id = ${source_id}::uuid and deleted_at is null)`
    : sql`true`;

/** True if members see the source of a push and its linked article at a given time. */
export function areVisible({ source, source_id, link }: Targets, at: SQL): SQL {
  const slug = articleOf(link);
  const isSeen = (article: SQL) =>
    sql`exists (select from news_live where ${article} and ${isVisibleAt(at)})`;
  const isSource =
    source === 'news' ? isSeen(sql`article_id = ${source_id}::uuid`) : sourceExists({ source, source_id });
  return slug === undefined ? isSource : sql`(${isSource} and ${isSeen(isNamed(sql`article_id`, slug))})`;
}

export async function checkVisibility(db: Db, targets: Targets, at: Date): Promise<boolean> {
  const seen = areVisible(targets, momentOf(at));
  const [found] = await db.execute<{ is_seen: boolean }>(sql`select ${seen} as is_seen`);
  return found?.is_seen ?? false;
}

/** True if a push without a source links to an article already pushed, like a copy of that push. */
export async function linksToPushedArticle(db: Db, { id, source, link }: Broadcast): Promise<boolean> {
  const slug = articleOf(link);
  if (source !== 'manual' || slug === undefined) return false;
  const [found] = await db.execute(sql`
    select from broadcasts where id <> ${id} and source = 'news' and is_claimed and ${isNamed(sql`source_id`, slug)} limit 1`);
  return found !== undefined;
}

/** The given pictures that a push uses. */
export async function pushedAmong(db: Db, mediaIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: broadcasts.image_id })
    .from(broadcasts)
    .where(inArray(broadcasts.image_id, [...mediaIds]));
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

export const insertDeliveries = (db: Db, rows: NewDelivery[]) => db.insert(broadcastDeliveries).values(rows);

export const deleteBroadcast = (db: Db, id: string) => db.delete(broadcasts).where(eq(broadcasts.id, id));
