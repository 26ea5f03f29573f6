import { MESSAGE_ENTRIES_MAX } from '@agora/contract/features/messages/messages.rules';
import type { Delivery, MessageContext } from '@agora/contract/features/messages/messages.schema';
import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/client.ts';
import { users } from '../accounts/accounts.users.table.ts';
import { imagesOfEntry } from './images/messages.images.table.ts';
import {
  type Entry,
  messageEntries,
  messageMails,
  messageReads,
  messageThreads,
  type NewEntry,
  type NewThread,
  type Thread,
} from './messages.table.ts';
import { pendingOfThread } from './replies/messages.replies.queries.ts';

const sender = alias(users, 'sender');
const assignee = alias(users, 'assignee');
const blocker = alias(users, 'blocker');
const snoozer = alias(users, 'snoozer');
const author = alias(users, 'author');

/** The rating linked to a conversation. */
interface RatingOfThread {
  id: string;
  score: number;
  comment: string;
}

/** A conversation with its member's details. The member may be in the trash. */
export async function findThread(db: Db, id: string) {
  const [row] = await db
    .select({
      thread: messageThreads,
      sender: {
        id: sender.id,
        email: sender.email,
        full_name: sender.full_name,
        locale: sender.locale,
        created_at: sender.created_at,
        is_active: sender.is_active,
        deactivated_until: sender.deactivated_until,
        deleted_at: sender.deleted_at,
        messages_blocked_at: sender.messages_blocked_at,
      },
      blocker: { id: blocker.id, email: blocker.email, full_name: blocker.full_name },
      assignee: { id: assignee.id, email: assignee.email, full_name: assignee.full_name },
      snoozer: { id: snoozer.id, email: snoozer.email, full_name: snoozer.full_name },
      pending_replies: pendingOfThread,
      messages: sql<number>`(select count(*)::int from message_threads as other
        where other.user_id = ${sender.id} and other.status <> 'spam')`,
      ratings: sql<number>`(select count(*)::int from ratings where ratings.user_id = ${sender.id})`,
      rating: sql<RatingOfThread | null>`(select jsonb_build_object('id', ratings.id, 'score', score, 'comment', comment)
        from ratings where ratings.thread_id = ${messageThreads.id})`,
    })
    .from(messageThreads)
    .innerJoin(sender, eq(sender.id, messageThreads.user_id))
    .leftJoin(blocker, eq(blocker.id, sender.messages_blocked_by))
    .leftJoin(assignee, eq(assignee.id, messageThreads.assignee_id))
    .leftJoin(snoozer, eq(snoozer.id, messageThreads.snoozed_by))
    .where(eq(messageThreads.id, id));
  return row;
}

export type FoundThread = NonNullable<Awaited<ReturnType<typeof findThread>>>;

/** Members to reply to. They may be in the trash. */
export const findSenders = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: users.id,
      full_name: users.full_name,
      locale: users.locale,
      deleted_at: users.deleted_at,
    })
    .from(users)
    .where(inArray(users.id, [...ids]));

const withAuthors = (db: Db) =>
  db
    .select({
      ...getTableColumns(messageEntries),
      images: imagesOfEntry,
      has_mail: sql<boolean>`exists (select from ${messageMails} where ${messageMails.entry_id} = ${messageEntries.id})`,
      author: { id: author.id, email: author.email, full_name: author.full_name },
    })
    .from(messageEntries)
    .leftJoin(author, and(eq(author.id, messageEntries.author_id), sql`${author.deleted_at} is null`));

export type EntryWithAuthor = Awaited<ReturnType<typeof withAuthors>>[number];

/** Limit of a query for entries, latest first: one more than a response has. */
export const ENTRIES_LIMIT = MESSAGE_ENTRIES_MAX + 1;

/** The entries of a response, oldest first. @param rows latest first, at most `ENTRIES_LIMIT` */
export const entriesPage = <Row>(rows: readonly Row[]) => ({
  entries: rows.slice(0, MESSAGE_ENTRIES_MAX).reverse(),
  has_earlier: rows.length > MESSAGE_ENTRIES_MAX,
});

/** Positions between which entries are listed, both excluded. */
export interface Between {
  after?: number;
  before?: number | undefined;
}

export const isBetween = ({ after = 0, before }: Between) =>
  and(
    gt(messageEntries.position, after),
    before === undefined ? undefined : lt(messageEntries.position, before),
  );

/** The latest entries of a conversation. */
export const listEntries = async (db: Db, thread_id: string, between: Between = {}) =>
  entriesPage(
    await withAuthors(db)
      .where(and(eq(messageEntries.thread_id, thread_id), isBetween(between)))
      .orderBy(desc(messageEntries.position))
      .limit(ENTRIES_LIMIT),
  );

/** Position of an entry in a conversation; 0 if it is not in it. */
export async function positionOf(db: Db, thread_id: string, id: string | null): Promise<number> {
  if (id === null) return 0;
  const [row] = await db
    .select({ position: messageEntries.position })
    .from(messageEntries)
    .where(and(eq(messageEntries.id, id), eq(messageEntries.thread_id, thread_id)));
  return row?.position ?? 0;
}

/** Locks the conversations in one order until the transaction ends. */
export const lockThreads = (tx: Db, ids: readonly string[]): Promise<Thread[]> =>
  tx
    .select()
    .from(messageThreads)
    .where(inArray(messageThreads.id, [...ids]))
    .orderBy(asc(messageThreads.id))
    .for('update');

export const insertThreads = (tx: Db, rows: NewThread[]) => tx.insert(messageThreads).values(rows);

export const insertEntries = (tx: Db, rows: NewEntry[]) => tx.insert(messageEntries).values(rows);

export const insertMail = (tx: Db, entry_id: string, text: string) =>
  tx.insert(messageMails).values({ entry_id, text });

/** The whole text of the mail of an entry. */
export async function findMail(db: Db, entry_id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ text: messageMails.text })
    .from(messageMails)
    .where(eq(messageMails.entry_id, entry_id));
  return row?.text;
}

type ThreadChanges = Omit<Partial<NewThread>, 'version'>;

/** Applies a user edit: increments `version`, and the audit log records it. */
export const updateThreads = (tx: Db, ids: readonly string[], changes: ThreadChanges) =>
  tx
    .update(messageThreads)
    .set({ ...changes, version: sql`${messageThreads.version} + 1` })
    .where(inArray(messageThreads.id, [...ids]));

/** True for a possible assignee: somebody who may answer and is not in the trash. */
export async function isAssignable(tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), sql`account_can(${users.id}, 'messages.write')`))
    .for('share');
  return rows.length > 0;
}

export const markRead = (db: Db, thread_id: string, user_id: string, position: number) =>
  db
    .insert(messageReads)
    .values({ thread_id, user_id, position })
    .onConflictDoUpdate({
      target: [messageReads.thread_id, messageReads.user_id],
      set: { position: sql`greatest(${messageReads.position}, ${position}::int)` },
    });

export const markUnread = (db: Db, thread_id: string, user_id: string) =>
  db
    .delete(messageReads)
    .where(and(eq(messageReads.thread_id, thread_id), eq(messageReads.user_id, user_id)));

/** Data of a reply's mail and pushes. */
export async function findReply(db: Db, id: string) {
  const [row] = await db
    .select({
      entry: messageEntries,
      number: messageThreads.number,
      subject: messageThreads.subject,
      user_id: messageThreads.user_id,
      member_read_at: messageThreads.member_read_at,
      email: sender.email,
      locale: sender.locale,
      deleted_at: sender.deleted_at,
      is_active: sender.is_active,
      deactivated_until: sender.deactivated_until,
      messages_blocked_at: sender.messages_blocked_at,
    })
    .from(messageEntries)
    .innerJoin(messageThreads, eq(messageThreads.id, messageEntries.thread_id))
    .innerJoin(sender, eq(sender.id, messageThreads.user_id))
    .where(eq(messageEntries.id, id));
  return row;
}

/** Maximum number of replies in a References header: some servers reject longer headers. */
const MAILED_MAX = 20;

/** The latest replies before a position, oldest first, except those whose mail failed. */
export async function listMailedBefore(
  db: Db,
  { thread_id, position }: Pick<Entry, 'thread_id' | 'position'>,
): Promise<string[]> {
  const rows = await db
    .select({ id: messageEntries.id })
    .from(messageEntries)
    .where(
      and(
        eq(messageEntries.thread_id, thread_id),
        lt(messageEntries.position, position),
        eq(messageEntries.kind, 'reply'),
        inArray(messageEntries.delivery, ['queued', 'sent']),
      ),
    )
    .orderBy(desc(messageEntries.position))
    .limit(MAILED_MAX);
  return rows.map(({ id }) => id).reverse();
}

/** Records the result of a mail in transit. */
export const setDelivery = (db: Db, id: string, delivery: Delivery) =>
  db
    .update(messageEntries)
    .set({ delivery })
    .where(and(eq(messageEntries.id, id), eq(messageEntries.delivery, 'queued')));

/** Days after which the queue no longer retries a mail. */
const GIVEN_UP = 4;

/** Marks mails that no server accepted for days as failed. */
export const failStaleMails = (db: Db, now: Date) =>
  db
    .update(messageEntries)
    .set({ delivery: 'failed' })
    .where(
      and(
        eq(messageEntries.delivery, 'queued'),
        lt(messageEntries.created_at, new Date(now.getTime() - GIVEN_UP * 86_400_000)),
      ),
    );

/** An empty context. */
export const NO_CONTEXT: MessageContext = {
  platform: null,
  app_version: null,
  os: null,
  device: null,
  screen: null,
};

export const countWaiting = (db: Db): Promise<number> =>
  db.$count(messageThreads, eq(messageThreads.awaiting_team, true));
