import type { AppMessagesPage } from '@agora/contract/features/messages/messages.app.contract';
import { and, desc, eq, getTableColumns, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { when } from '../../../platform/db/filter.ts';
import { Keyset } from '../../../platform/db/keyset.ts';
import { imagesOfEntry } from '../images/messages.images.table.ts';
import { type Between, ENTRIES_LIMIT, entriesPage, isBetween } from '../messages.queries.ts';
import {
  excerptOfThread,
  isUnbegun,
  messageEntries,
  messageThreads,
  type Thread,
} from '../messages.table.ts';

/** True if the member has an unread reply. */
const isUnread: SQL<boolean> = sql`coalesce(${messageThreads.last_staff_at}
  > coalesce(${messageThreads.member_read_at}, '-infinity'), false)`;

const columns = { ...getTableColumns(messageThreads), is_unread: isUnread };

const keyset = new Keyset(messageThreads.id, { last_at: { by: messageThreads.last_at } });

const isOf = (user_id: string) => and(eq(messageThreads.user_id, user_id), not(isUnbegun));

/** True if the conversation that a page starts after is the member's. */
export const hasOwnThread = (db: Db, user_id: string, id: string) => keyset.has(db, id, isOf(user_id));

export const listOwnThreads = (db: Db, user_id: string, { skip, limit, after, until }: AppMessagesPage) =>
  db
    .select({ ...columns, excerpt: excerptOfThread })
    .from(messageThreads)
    .where(
      and(
        isOf(user_id),
        when(after, (id) =>
          until === undefined
            ? keyset.after('-last_at', id, isOf(user_id))
            : sql`(${messageThreads.last_at}, ${messageThreads.id}) < (${until}::timestamptz, ${id}::uuid)`,
        ),
      ),
    )
    .orderBy(...keyset.order('-last_at'))
    .offset(skip)
    .limit(limit);

export type OwnThread = Thread & { is_unread: boolean };

export async function countOwnThreads(db: Db, user_id: string): Promise<{ count: number; unread: number }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      unread: sql<number>`(count(*) filter (where ${isUnread}))::int`,
    })
    .from(messageThreads)
    .where(isOf(user_id));
  return row ?? { count: 0, unread: 0 };
}

const isOwn = (user_id: string, id: string) => and(eq(messageThreads.id, id), isOf(user_id));

export async function findOwnThread(db: Db, user_id: string, id: string): Promise<OwnThread | undefined> {
  const [row] = await db.select(columns).from(messageThreads).where(isOwn(user_id, id));
  return row;
}

/** The latest conversation that an answer to an old one began, locked until the transaction ends. */
export async function lockContinuation(tx: Db, id: string): Promise<Thread | undefined> {
  const { reopened_from_id, created_at } = messageThreads;
  const [thread] = await tx
    .select()
    .from(messageThreads)
    .where(eq(reopened_from_id, id))
    .orderBy(desc(created_at), desc(messageThreads.id))
    .limit(1)
    .for('update');
  return thread;
}

/** The latest messages and replies. */
export const listOwnEntries = async (db: Db, user_id: string, id: string, between: Between) =>
  entriesPage(
    await db
      .select({ ...getTableColumns(messageEntries), images: imagesOfEntry })
      .from(messageEntries)
      .innerJoin(messageThreads, eq(messageThreads.id, messageEntries.thread_id))
      .where(and(isOwn(user_id, id), inArray(messageEntries.kind, ['member', 'reply']), isBetween(between)))
      .orderBy(desc(messageEntries.position))
      .limit(ENTRIES_LIMIT),
  );

/** The entry of a member with this client token, and its conversation. */
export async function findByToken(db: Db, author_id: string, client_token: string) {
  const [row] = await db
    .select({
      thread_id: messageEntries.thread_id,
      position: messageEntries.position,
      body: messageEntries.body,
      images: imagesOfEntry,
      subject: messageThreads.subject,
      reopened_from_id: messageThreads.reopened_from_id,
    })
    .from(messageEntries)
    .innerJoin(messageThreads, eq(messageThreads.id, messageEntries.thread_id))
    .where(and(eq(messageEntries.author_id, author_id), eq(messageEntries.client_token, client_token)));
  return row;
}

export type Written = NonNullable<Awaited<ReturnType<typeof findByToken>>>;

/**
 * Leaves the team's view unchanged. Returns false for an unknown conversation.
 * @param until the last moment that the member has seen; absent: all of it
 */
export async function markReadByMember(
  db: Db,
  user_id: string,
  id: string,
  until = 'infinity',
): Promise<boolean> {
  const { member_read_at, last_at } = messageThreads;
  const rows = await db
    .update(messageThreads)
    .set({ member_read_at: sql`greatest(${member_read_at}, least(${last_at}, ${until}::timestamptz))` })
    .where(isOwn(user_id, id))
    .returning({ id: messageThreads.id });
  return rows.length > 0;
}
