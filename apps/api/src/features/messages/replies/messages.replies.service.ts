import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { PENDING_REPLIES_MAX } from '@agora/contract/features/messages/messages.rules';
import type {
  MessageReply,
  PendingReplySend,
  PendingReplyUpdate,
} from '@agora/contract/features/messages/messages.schema';
import type { ApiError } from '@agora/contract/shared/errors';
import { v7 as uuidv7 } from 'uuid';
import { actingAs } from '../../../platform/db/audit-context.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueueAt } from '../../../platform/jobs/queue.ts';
import { moveImages, releaseImages } from '../images/messages.images.queries.ts';
import { sendImages } from '../images/messages.images.service.ts';
import { changesOf, laterOf, lockThread, sendReply, type Work } from '../inbox/messages.service.ts';
import { findThread, listEntries, positionOf } from '../messages.queries.ts';
import type { PendingReplyRow, Thread } from '../messages.table.ts';
import {
  deletePending,
  deleteUnbegun,
  findPending,
  insertPending,
  isPendingHeld,
  listPending,
  type PendingInThread,
  settlePending,
  updatePending,
} from './messages.replies.queries.ts';

/** Milliseconds before its time at which a reply counts as being sent. */
const IMMINENT = 60_000;

/** What the author of a reply has seen. */
interface Seen extends Partial<Pick<MessageReply, 'seen_replies'>> {
  /** Null if they have seen no entry. */
  last_entry_id: string | null;
}

const missedOf = ({
  id,
  author,
  body,
  created_at,
}: Pick<PendingInThread, 'id' | 'author' | 'body' | 'created_at'>) => ({
  id,
  author: author ? nameOf(author) : '',
  body,
  created_at: new Date(created_at).toISOString(),
});

/** Rejects a stale reply and returns the missed entries, and replies of colleagues that are being sent. */
async function requireSeen({ db, by, now }: Work, thread: Thread, seen: Seen): Promise<void> {
  const { last_entry_id, seen_replies = [] } = seen;
  const isNew = ({ id }: { id: string }) => !seen_replies.includes(id);
  const isImminent = ({ author, is_held, send_at }: PendingInThread) =>
    !is_held && author?.id !== by && new Date(send_at).getTime() - now().getTime() <= IMMINENT;
  const after = await positionOf(db, thread.id, last_entry_id);
  const { entries } = await listEntries(db, thread.id, { after });
  const pending = await listPending(db, thread.id);
  const missed: ApiError['missed'] = [
    ...entries.filter(isNew).map((entry) => ({
      ...missedOf({ ...entry, created_at: entry.created_at.toISOString() }),
      kind: entry.kind,
    })),
    ...pending
      .filter((reply) => isNew(reply) && isImminent(reply))
      .map((reply) => ({ ...missedOf(reply), kind: 'reply' as const })),
  ];
  if (missed.length > 0) throw new AppError('thread_advanced', {}, { missed });
}

/** @param thread locked @throws {AppError} `sender_deleted`, `invalid_state` */
async function requireAnswerable({ db, now }: Work, thread: Thread): Promise<void> {
  if ((await findThread(db, thread.id))?.sender.deleted_at) throw new AppError('sender_deleted');
  changesOf(thread, 'reply', now());
}

interface Reply extends Seen, Pick<MessageReply, 'body' | 'close'> {
  images?: readonly string[];
  undo_seconds?: number;
  send_at?: string | undefined;
}

/**
 * Replies to the member in the app, by mail and by pushes, which are queued in the transaction: at once, or later if
 * that is requested. Assigns an unassigned conversation to the author.
 * @param work with a transaction
 * @throws {AppError} `message_not_found`, `thread_advanced` with the missed entries, `invalid_state`,
 * `sender_deleted`, `too_many_pending_replies`, or a 422
 */
export async function replyToThread(work: Work, id: string, reply: Reply): Promise<void> {
  const { db, by, now } = work;
  const { send_at, undo_seconds = 0, ...written } = reply;
  const at = send_at === undefined ? undefined : laterOf(now(), 'send_at', send_at);
  const thread = await lockThread(db, id);
  await requireSeen(work, thread, reply);
  await requireAnswerable(work, thread);
  if (at) return hold(work, thread, written, at);
  if (undo_seconds > 0) return hold(work, thread, written, new Date(now().getTime() + undo_seconds * 1000));
  await sendReply(work, thread, { ...written, author_id: by });
}

/** Stores a reply until it is due. */
async function hold(
  { db, by, now }: Work,
  thread: Thread,
  { body, close, images = [] }: Pick<Reply, 'body' | 'close' | 'images'>,
  send_at: Date,
): Promise<void> {
  if ((await listPending(db, thread.id)).length >= PENDING_REPLIES_MAX)
    throw new AppError('too_many_pending_replies');
  const { id: thread_id, entry_count: position } = thread;
  const row = { id: uuidv7(), thread_id, author_id: by, body, close, position, send_at, created_at: now() };
  await insertPending(db, row);
  await sendImages(db, by, { pending_id: row.id }, images);
  await schedule(db, row);
}

async function schedule(db: Db, { id, thread_id, send_at }: PendingReplyRow): Promise<void> {
  await settlePending(db, thread_id);
  await enqueueAt(db, 'messages.pending_reply', { id }, send_at);
}

/** Locks the conversation of a pending reply, then reads the reply. @throws {AppError} `pending_reply_not_found` */
async function lockPending(db: Db, id: string): Promise<PendingReplyRow> {
  const found = await findPending(db, id);
  if (found) await lockThread(db, found.thread_id);
  const pending = found && (await findPending(db, id));
  if (!pending) throw new AppError('pending_reply_not_found');
  return pending;
}

/**
 * Changes when a reply is sent. A held one is no longer held: the caller has seen why.
 * @param work with a transaction
 * @throws {AppError} `pending_reply_not_found`, `invalid_state`, `sender_deleted`, or a 422
 * @returns its conversation
 */
export async function postponeReply(
  work: Work,
  id: string,
  { send_at }: PendingReplyUpdate,
): Promise<string> {
  const { db, now } = work;
  const at = laterOf(now(), 'send_at', send_at);
  const pending = await lockPending(db, id);
  const thread = await lockThread(db, pending.thread_id);
  await requireAnswerable(work, thread);
  await updatePending(db, id, { send_at: at, position: thread.entry_count });
  await schedule(db, { ...pending, send_at: at });
  return pending.thread_id;
}

/**
 * Sends a pending reply now, in the name of its author.
 * @param work with a transaction
 * @throws {AppError} `pending_reply_not_found`, `thread_advanced`, `invalid_state`, `sender_deleted`
 * @returns its conversation
 */
export async function sendPending(
  work: Work,
  id: string,
  { last_entry_id }: PendingReplySend,
): Promise<string> {
  const pending = await lockPending(work.db, id);
  const thread = await lockThread(work.db, pending.thread_id);
  await requireSeen(work, thread, { last_entry_id, seen_replies: [id] });
  await requireAnswerable(work, thread);
  await release(work, thread, pending);
  return thread.id;
}

/** Sends a pending reply. @param thread locked */
async function release(work: Work, thread: Thread, pending: PendingReplyRow): Promise<void> {
  const { id, body, author_id, close } = pending;
  // One that was closed in the meantime stays closed.
  const reply = { id, body, author_id, close: close || thread.status === 'closed' };
  await sendReply(work, thread, reply);
  await moveImages(work.db, id);
  await deletePending(work.db, id);
  await settlePending(work.db, thread.id);
}

/**
 * Takes back a pending reply, and the conversation that it would have begun.
 * @param work with a transaction
 * @throws {AppError} `pending_reply_not_found`
 * @returns the rating that it would have answered, if its conversation is gone
 */
export async function cancelReply({ db, now }: Work, id: string): Promise<string | null> {
  const { thread_id } = await lockPending(db, id);
  await releaseImages(db, id, now());
  await deletePending(db, id);
  const rating = (await findThread(db, thread_id))?.rating;
  if ((await deleteUnbegun(db, thread_id)).length > 0) return rating?.id ?? null;
  await settlePending(db, thread_id);
  return null;
}

/** Milliseconds by which the clocks of service and queue may differ. */
const TOLERANCE = 5_000;

/** Sends a reply that is due, as its author, unless it is held. */
export async function sendDueReply({ db, now }: Pick<Deps, 'db' | 'now'>, id: string): Promise<void> {
  const due = await findPending(db, id);
  if (!due?.author_id) return;
  const by = due.author_id;
  await actingAs({ actor_kind: 'user', actor_id: by }, () =>
    db.transaction(async (tx) => {
      const thread = await lockThread(tx, due.thread_id);
      const pending = await findPending(tx, id);
      if (!pending || (await isPendingHeld(tx, id))) return;
      // It was postponed: another job sends it.
      if (pending.send_at.getTime() - now().getTime() > TOLERANCE) return;
      await release({ db: tx, now, by }, thread, pending);
    }),
  );
}
