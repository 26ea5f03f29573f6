import {
  DAILY_TRASH_DAYS,
  type DailyMessageFilter,
  type DailyMessageSort,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import type { Page } from '@agora/contract/shared/pagination';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { lockInBatches, type Target } from '../../platform/db/bulk.ts';
import type { Db } from '../../platform/db/client.ts';
import { cursor } from '../../platform/db/cursor.ts';
import { when } from '../../platform/db/filter.ts';
import { containsWords } from '../../platform/db/search.ts';
import { users } from '../accounts/accounts.users.table.ts';
import {
  type DailyMessage,
  dailyMessageIssues,
  dailyMessageSearchText,
  dailyMessages,
  lacksLocale,
  type NewDailyMessage,
} from './daily-messages.table.ts';

const DAY = 86_400_000;

const isNotDeleted = isNull(dailyMessages.deleted_at);
const author = alias(users, 'author');
const editor = alias(users, 'editor');
const lastShownOn = sql<string | null>`(select max(${dailyMessageIssues.day})::text from ${dailyMessageIssues}
  where ${dailyMessageIssues.message_id} = ${dailyMessages.id})`;

const withPeople = (db: Db) =>
  db
    .select({
      ...getTableColumns(dailyMessages),
      created_by: { id: author.id, email: author.email, full_name: author.full_name },
      updated_by: { id: editor.id, email: editor.email, full_name: editor.full_name },
      last_shown_on: lastShownOn,
    })
    .from(dailyMessages)
    .leftJoin(author, eq(author.id, dailyMessages.created_by))
    .leftJoin(editor, eq(editor.id, dailyMessages.updated_by));

export type DailyMessageWithPeople = Awaited<ReturnType<typeof listDailyMessages>>[number];

const PLACES: Record<NonNullable<DailyMessageFilter['place']>, SQL | undefined> = {
  planned: and(isNotDeleted, isNotNull(dailyMessages.day)),
  reserve: and(isNotDeleted, isNull(dailyMessages.day)),
  trash: isNotNull(dailyMessages.deleted_at),
};

/** Condition of a filter, shared by the list, its count, the export and bulk actions. */
const matches = (filter: DailyMessageFilter): SQL | undefined =>
  and(
    filter.place ? PLACES[filter.place] : isNotDeleted,
    when(filter.from, (day) => gte(dailyMessages.day, day)),
    when(filter.to, (day) => lte(dailyMessages.day, day)),
    when(filter.status, (status) => eq(dailyMessages.status, status)),
    when(filter.missing, lacksLocale),
    when(filter.search || undefined, (search) => containsWords(dailyMessageSearchText, search)),
  );

const ORDERS: Record<DailyMessageSort, SQL[]> = {
  day: [sql`${dailyMessages.day} asc nulls last`, asc(dailyMessages.id)],
  '-day': [sql`${dailyMessages.day} desc nulls last`, desc(dailyMessages.id)],
  updated_at: [asc(dailyMessages.updated_at), asc(dailyMessages.id)],
  '-updated_at': [desc(dailyMessages.updated_at), desc(dailyMessages.id)],
};

export const listDailyMessages = (
  db: Db,
  { skip, limit }: Page,
  filter: DailyMessageFilter,
  sort: DailyMessageSort,
) =>
  withPeople(db)
    .where(matches(filter))
    .orderBy(...ORDERS[sort])
    .offset(skip)
    .limit(limit);

/** Condition of a filter, and of a selection if there is one. */
const isAmong = (filter: DailyMessageFilter, ids: string[] | undefined) =>
  and(matches(filter), ids && inArray(dailyMessages.id, ids));

export const countDailyMessages = (db: Db, filter: DailyMessageFilter, ids?: string[]) =>
  db.$count(dailyMessages, isAmong(filter, ids));

/** A message as the database driver returns it. */
export type ExportedDailyMessage = Pick<
  DailyMessage,
  'day' | 'status' | 'translations' | 'link' | 'missing_locale'
>;

export const exportDailyMessages = (
  db: Db,
  filter: DailyMessageFilter,
  sort: DailyMessageSort,
  ids: string[] | undefined,
) =>
  cursor<ExportedDailyMessage>(
    db,
    db
      .select({
        day: sql`${dailyMessages.day}::text`.as('day'),
        status: dailyMessages.status,
        translations: dailyMessages.translations,
        link: dailyMessages.link,
        missing_locale: dailyMessages.missing_locale,
      })
      .from(dailyMessages)
      .where(isAmong(filter, ids))
      .orderBy(...ORDERS[sort]),
  );

/** The message with its authors, in the trash or not. */
export async function findDailyMessage(db: Db, id: string): Promise<DailyMessageWithPeople | undefined> {
  const [row] = await withPeople(db).where(eq(dailyMessages.id, id));
  return row;
}

/** Returns the message, locked until the transaction ends, in the trash or not. */
export async function lockMessage(tx: Db, id: string): Promise<DailyMessage | undefined> {
  const [message] = await tx.select().from(dailyMessages).where(eq(dailyMessages.id, id)).for('update');
  return message;
}

/** Yields the target's messages in batches, each locked until the transaction ends. */
export const lockTarget = (tx: Db, target: Target<DailyMessageFilter>): AsyncGenerator<DailyMessage[]> =>
  lockInBatches(tx, dailyMessages, target, matches);

export const insertDailyMessages = (db: Db, rows: NewDailyMessage[]) => db.insert(dailyMessages).values(rows);

interface Edit {
  id: string;
  by: string | null;
  now: Date;
}

export const updateDailyMessage = (db: Db, { id, by, now }: Edit, changes: Partial<NewDailyMessage>) =>
  db
    .update(dailyMessages)
    .set({ ...changes, version: sql`${dailyMessages.version} + 1`, updated_at: now, updated_by: by })
    .where(eq(dailyMessages.id, id));

/** Assigns days in one statement, so that messages can swap days without a conflict in between. */
export const assignDays = (tx: Db, days: ReadonlyMap<string, string | null>, { by, now }: Omit<Edit, 'id'>) =>
  tx.execute(sql`
    update daily_messages set day = moved.day, version = version + 1, updated_at = ${now.toISOString()}, updated_by = ${by}
    from unnest(${pgArray([...days.keys()])}::uuid[], ${pgArray([...days.values()])}::date[]) as moved (id, day)
    where daily_messages.id = moved.id`);

const pgArray = (values: readonly (string | null)[]) =>
  `{${values.map((value) => value ?? 'null').join(',')}}`;

/** Messages of a period by day, including drafts, not in the trash. */
export const listPlanned = (db: Db, from: string, to: string) =>
  db
    .select()
    .from(dailyMessages)
    .where(and(isNotDeleted, gte(dailyMessages.day, from), lte(dailyMessages.day, to)))
    .orderBy(dailyMessages.day);

/**
 * Messages of the reserve that may be shown, least recently shown first.
 * @param unshownFrom omits messages that members are shown on this day or later
 */
export const listReserve = (db: Db, limit: number, unshownFrom?: string): Promise<DailyMessage[]> =>
  db
    .select()
    .from(dailyMessages)
    .where(
      and(
        PLACES.reserve,
        eq(dailyMessages.status, 'ready'),
        when(
          unshownFrom,
          (day) => sql`not exists (select from ${dailyMessageIssues}
            where ${dailyMessageIssues.message_id} = ${dailyMessages.id}
              and ${dailyMessageIssues.day} >= ${day} and ${dailyMessageIssues.withdrawn_at} is null)`,
        ),
      ),
    )
    .orderBy(sql`${lastShownOn} asc nulls first`, asc(dailyMessages.created_at), asc(dailyMessages.id))
    .limit(limit);

/** Serialises changes of the plan until the transaction ends. */
export const lockPlan = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('daily_messages.plan'))`);

/** Deletes messages whose trash period has ended. */
export const deleteExpiredDailyMessages = (db: Db, now: Date) =>
  db
    .delete(dailyMessages)
    .where(lte(dailyMessages.deleted_at, new Date(now.getTime() - DAILY_TRASH_DAYS * DAY)));

/** Messages that members were shown, latest day first. */
export const listIssues = (db: Db, { skip, limit }: Page) =>
  db
    .select({
      ...getTableColumns(dailyMessageIssues),
      is_deleted: sql<boolean>`not exists (select from ${dailyMessages}
        where ${dailyMessages.id} = ${dailyMessageIssues.message_id} and ${isNotDeleted})`,
    })
    .from(dailyMessageIssues)
    .orderBy(desc(dailyMessageIssues.day))
    .offset(skip)
    .limit(limit);

export type ListedIssue = Awaited<ReturnType<typeof listIssues>>[number];

export const countIssues = (db: Db) => db.$count(dailyMessageIssues);
