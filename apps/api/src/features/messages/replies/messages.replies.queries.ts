import type { MessageImage } from '@agora/contract/features/messages/messages.images.contract';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { imagesOfPending } from '../images/messages.images.table.ts';
import { isUnbegun, messagePendingReplies, messageThreads, type PendingReplyRow } from '../messages.table.ts';

/** Replies that wait to be sent, with their authors, as `reply` and `author`. */
const pending = sql`message_pending_replies as reply
  left join users as author on author.id = reply.author_id and author.deleted_at is null`;

/** Condition: a reply is not sent by itself, as the member wrote since, or an account no longer allows it. */
const isHeld = sql<boolean>`(account_can(author.id, 'messages.write') is not true
  or exists (select from message_entries as later where later.thread_id = reply.thread_id
    and later.kind = 'member' and later.position > reply.position)
  or exists (select from message_threads as conversation join users as member on member.id = conversation.user_id
    where conversation.id = reply.thread_id and (conversation.status = 'spam' or member.deleted_at is not null)))`;

/** A pending reply in a conversation that is read. */
export interface PendingInThread {
  id: string;
  author: { id: string; email: string; full_name: string | null } | null;
  body: string;
  images: MessageImage[];
  close: boolean;
  send_at: string;
  is_held: boolean;
  created_at: string;
}

/** The pending replies of a conversation, the next first, as a subquery. */
export const pendingOfThread = sql<PendingInThread[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', reply.id, 'body', reply.body,
    'images', ${imagesOfPending}, 'close', reply.close,
    'send_at', reply.send_at, 'is_held', ${isHeld}, 'created_at', reply.created_at,
    'author', case when author.id is not null then jsonb_build_object(
      'id', author.id, 'email', author.email, 'full_name', author.full_name) end)
    order by reply.send_at, reply.id)
  from ${pending} where reply.thread_id = message_threads.id), '[]')`;

/** When the next pending reply of a conversation is due, and whether it is held, as a subquery. */
export const nextPending = sql<{ at: string; is_held: boolean } | null>`(
  select jsonb_build_object('at', reply.send_at, 'is_held', ${isHeld}) from ${pending}
  where reply.thread_id = message_threads.id order by reply.send_at, reply.id limit 1)`;

/** The pending replies of a conversation, the next first. */
export async function listPending(db: Db, thread_id: string): Promise<PendingInThread[]> {
  const [row] = await db
    .select({ replies: pendingOfThread })
    .from(messageThreads)
    .where(eq(messageThreads.id, thread_id));
  return row?.replies ?? [];
}

export async function findPending(db: Db, id: string): Promise<PendingReplyRow | undefined> {
  const [row] = await db.select().from(messagePendingReplies).where(eq(messagePendingReplies.id, id));
  return row;
}

/** True if a pending reply is not sent by itself. */
export async function isPendingHeld(db: Db, id: string): Promise<boolean> {
  const [row] = await db.execute<{ is_held: boolean }>(
    sql`select ${isHeld} as is_held from ${pending} where reply.id = ${id}`,
  );
  return row?.is_held ?? true;
}

export const insertPending = (tx: Db, row: PendingReplyRow) => tx.insert(messagePendingReplies).values(row);

export const updatePending = (tx: Db, id: string, changes: Pick<PendingReplyRow, 'send_at' | 'position'>) =>
  tx.update(messagePendingReplies).set(changes).where(eq(messagePendingReplies.id, id));

export const deletePending = (tx: Db, id: string) =>
  tx.delete(messagePendingReplies).where(eq(messagePendingReplies.id, id));

/** Deletes a conversation that begins with no reply after all, unless somebody left a note in it. */
export const deleteUnbegun = (tx: Db, id: string) =>
  tx
    .delete(messageThreads)
    .where(
      and(
        eq(messageThreads.id, id),
        isUnbegun,
        sql`not exists (select from message_pending_replies where thread_id = ${id})`,
        sql`not exists (select from message_entries where thread_id = ${id} and kind <> 'member')`,
      ),
    )
    .returning({ id: messageThreads.id });

/** A late job sends a reply within this time after it is due. */
const GRACE: SQL = sql`interval '1 minute'`;

/** Notes until when the next pending reply counts as the answer, which no held one does. Tells open pages. */
export const settlePending = (tx: Db, thread_id: string) =>
  tx
    .update(messageThreads)
    .set({
      reply_until: sql`(select min(reply.send_at) + ${GRACE} from ${pending}
        where reply.thread_id = ${thread_id} and not ${isHeld})`,
    })
    .where(eq(messageThreads.id, thread_id));
