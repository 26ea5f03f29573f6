import {
  RETENTION_COUNT_MAX,
  type RetentionCode,
} from '@agora/contract/features/data-exports/data-exports.rules';
import { eq, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../platform/db/client.ts';
import { momentOf } from '../../platform/db/moment.ts';
import { retentionPeriods } from './data-exports.retention.table.ts';

export const listPeriods = (db: Db) => db.select().from(retentionPeriods);

/** The period of a kind, locked until the transaction ends: made first if nobody has chosen one. */
export async function lockPeriod(tx: Db, code: RetentionCode, now: Date) {
  await tx
    .insert(retentionPeriods)
    .values({ id: uuidv7(), code, days: null, updated_at: now })
    .onConflictDoNothing();
  return tx.select().from(retentionPeriods).where(eq(retentionPeriods.code, code)).for('update');
}

export const setPeriod = (tx: Db, code: RetentionCode, days: number | null, now: Date) =>
  tx
    .update(retentionPeriods)
    .set({ days, updated_at: now })
    .where(eq(retentionPeriods.code, code))
    .returning();

/** A conversation that answers a rating stays with it: without it, the rating would ask for an answer again. */
const isOldConversation = (end: Date) => sql`
  ((status = 'closed' and closed_at < ${momentOf(end)}) or (status = 'spam' and last_at < ${momentOf(end)}))
  and not exists (select from ratings where ratings.thread_id = message_threads.id)`;

const isOldComment = (end: Date) => sql`comment <> '' and updated_at < ${momentOf(end)}`;

/** What a period deletes, by its end; members are counted by their own feature. */
const DUE: Record<Exclude<RetentionCode, 'inactive_members'>, (end: Date) => SQL> = {
  conversations: (end) => sql`message_threads where ${isOldConversation(end)}`,
  rating_comments: (end) => sql`ratings where ${isOldComment(end)}`,
  audit_log: (end) => sql`audit_logs where at < ${momentOf(end)}`,
};

/** At most one more than the maximum of a preview. */
export async function countDue(db: Db, code: keyof typeof DUE, end: Date): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from ${DUE[code](end)} limit ${RETENTION_COUNT_MAX + 1}) as due`);
  return row?.count ?? 0;
}

/** @returns the number of those that were deleted */
export const deleteConversations = async (db: Db, end: Date, atOnce: number): Promise<number> =>
  (
    await db.execute(sql`
      delete from message_threads where id in (
        select id from message_threads where ${isOldConversation(end)} limit ${atOnce} for update skip locked)
      returning id`)
  ).length;

/** Scores stay, without a comment. @returns the number of those that were emptied */
export const deleteComments = async (db: Db, end: Date, atOnce: number): Promise<number> =>
  (
    await db.execute(sql`
      update ratings set comment = '' where id in (
        select id from ratings where ${isOldComment(end)} limit ${atOnce} for update skip locked)
      returning id`)
  ).length;
