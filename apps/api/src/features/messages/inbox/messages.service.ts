import { LATER_DAYS_MAX } from '@agora/contract/features/messages/messages.rules';
import type {
  MessageEntriesPage,
  MessageEntry,
  MessageListed,
  MessageNote,
  MessageReply,
  MessageSnooze,
  MessageStart,
  MessageThread,
  MessageUpdate,
} from '@agora/contract/features/messages/messages.schema';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { fieldProblem } from '../../../platform/http/router.ts';
import { enqueue, enqueueAll } from '../../../platform/jobs/queue.ts';
import { isActive, type User } from '../../accounts/accounts.users.table.ts';
import { lockUser } from '../../accounts/users/accounts.users.service.ts';
import { alertMentioned } from '../../alerts/alerts.service.ts';
import { reachableDevices } from '../../devices/devices.service.ts';
import { sendImages } from '../images/messages.images.service.ts';
import {
  type Between,
  type EntryWithAuthor,
  type FoundThread,
  findMail,
  findThread,
  insertEntries,
  insertMail,
  insertThreads,
  isAssignable,
  listEntries,
  lockThreads,
  markRead,
  NO_CONTEXT,
  positionOf,
  updateThreads,
} from '../messages.queries.ts';
import type { NewEntry, NewThread, Thread } from '../messages.table.ts';
import type { ListedThread } from './messages.list.queries.ts';
import { statusAfter, type ThreadEvent } from './messages.states.rules.ts';

/** The acting team member and their dependencies. */
export interface Work extends Pick<Deps, 'db' | 'now'> {
  by: string;
}

type ShownThread = Omit<
  MessageListed,
  'sender' | 'assignee' | 'excerpt' | 'is_unread' | 'reply_at' | 'is_reply_held'
>;

const isAfter = (time: Date | null, now: Date) => time !== null && time > now;

const toThread = (row: Thread, now: Date): ShownThread => ({
  id: row.id,
  number: row.number,
  subject: row.subject,
  category: row.category,
  status: row.status,
  awaiting: row.awaiting_team && !isAfter(row.asleep_until, now),
  is_snoozed: isAfter(row.snoozed_until, now),
  snoozed_until: row.snoozed_until?.toISOString() ?? null,
  snooze_kind: row.snooze_kind,
  locale: row.locale,
  assignee_id: row.assignee_id,
  created_at: row.created_at.toISOString(),
  last_at: row.last_at.toISOString(),
  version: row.version,
});

export const toListed = ({ thread, sender, next, ...shown }: ListedThread, now: Date): MessageListed => ({
  ...toThread(thread, now),
  ...shown,
  reply_at: next && new Date(next.at).toISOString(),
  is_reply_held: next?.is_held ?? false,
  sender: sender && {
    id: sender.id,
    email: sender.email,
    full_name: sender.full_name,
    is_blocked: sender.messages_blocked_at !== null,
  },
});

const toEntry = (row: EntryWithAuthor): MessageEntry => ({
  id: row.id,
  kind: row.kind,
  author: row.author,
  body: row.body,
  images: row.images,
  has_mail: row.has_mail,
  delivery: row.delivery,
  bounce_reason: row.bounce_reason,
  created_at: row.created_at.toISOString(),
});

const toSender = ({ sender, blocker, messages, ratings }: FoundThread, now: Date): MessageThread['sender'] =>
  sender.deleted_at
    ? null
    : {
        id: sender.id,
        email: sender.email,
        full_name: sender.full_name,
        created_at: sender.created_at.toISOString(),
        is_active: isActive(sender, now),
        blocked_at: sender.messages_blocked_at?.toISOString() ?? null,
        blocked_by: blocker,
        messages,
        ratings,
      };

type Writer = Pick<User, 'is_active' | 'deactivated_until' | 'deleted_at' | 'messages_blocked_at'>;

/** True if messages of a member are accepted. */
export const mayWrite = (member: Writer, now: Date): boolean =>
  isActive(member, now) && !member.deleted_at && !member.messages_blocked_at;

/** Positions of the entries that a response has. @throws a 422 for `before` of another conversation */
export async function positionsOf(db: Db, id: string, { before }: MessageEntriesPage): Promise<Between> {
  if (before === undefined) return {};
  const position = await positionOf(db, id, before);
  if (position > 0) return { before: position };
  const message = 'Input should be the id of an entry of this conversation';
  throw fieldProblem('before', { type: 'not_in_conversation', message }, 'query');
}

/**
 * A conversation with its latest entries, or with those before one.
 * @throws {AppError} `message_not_found`, or a 422
 */
export async function readThread(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
  page: MessageEntriesPage = {},
): Promise<MessageThread> {
  const found = await findThread(db, id);
  if (!found) throw new AppError('message_not_found');
  const { entries, has_earlier } = await listEntries(db, id, await positionsOf(db, id, page));
  const { thread, assignee, rating, snoozer } = found;
  return {
    ...toThread(thread, now()),
    snoozed_by: snoozer,
    context: thread.app_context,
    reopened_from_id: thread.reopened_from_id,
    assignee,
    rating,
    sender: toSender(found, now()),
    entries: entries.map(toEntry),
    has_earlier,
    pending_replies: found.pending_replies.map((reply) => ({
      ...reply,
      send_at: new Date(reply.send_at).toISOString(),
      created_at: new Date(reply.created_at).toISOString(),
    })),
  };
}

/** Returns the conversation, locked until the transaction ends. @throws {AppError} `message_not_found` */
export async function lockThread(tx: Db, id: string): Promise<Thread> {
  const [thread] = await lockThreads(tx, [id]);
  if (!thread) throw new AppError('message_not_found');
  return thread;
}

/** Fields of a conversation that is not snoozed. */
const AWAKE = { snoozed_until: null, snooze_kind: null, snoozed_by: null } as const;

/** Events after which nobody needs to be reminded of a conversation. */
const WAKING: ReadonlySet<ThreadEvent> = new Set(['reply', 'close', 'reopen', 'spam', 'not_spam', 'wake']);

/** Fields that an event changes. @throws {AppError} `invalid_state` */
export function changesOf(thread: Thread, event: ThreadEvent, now: Date): Partial<NewThread> {
  const status = statusAfter(thread, event);
  if (!status) throw new AppError('invalid_state');
  const wakes = WAKING.has(event) || (event === 'member' && thread.snooze_kind === 'until_message');
  return {
    status,
    ...(status !== thread.status && { closed_at: status === 'closed' ? now : null }),
    ...(wakes && AWAKE),
    // Pending replies are held.
    ...((event === 'member' || event === 'spam') && { reply_until: null }),
  };
}

/** Time of the next entry, after that of the last one, so that times give the order. */
export const momentAfter = ({ last_at }: Pick<Thread, 'last_at'>, now: Date) =>
  new Date(Math.max(now.getTime(), last_at.getTime() + 1));

/** @throws a 422 for a user who may not answer */
export async function requireAssignable(tx: Db, id: string | null): Promise<void> {
  if (id === null || (await isAssignable(tx, id))) return;
  throw fieldProblem('assignee_id', {
    type: 'not_an_administrator',
    message: 'Input should be the id of somebody who may answer',
  });
}

/**
 * Closes, opens, assigns or classifies a conversation.
 * @param work with a transaction
 * @throws {AppError} `message_not_found`, `version_conflict`, `invalid_state`, or a 422
 */
export async function changeThread(work: Work, id: string, change: MessageUpdate): Promise<void> {
  const { db, now } = work;
  const thread = await lockThread(db, id);
  if (change.version !== undefined && change.version !== thread.version)
    throw new AppError('version_conflict');
  let changes: Partial<NewThread> = {};
  const become = (event: ThreadEvent, more: Partial<NewThread>) => {
    changes = { ...changes, ...changesOf({ ...thread, ...changes }, event, now()), ...more };
  };
  if (change.category && change.category !== thread.category)
    become('categorize', { category: change.category });
  if (change.assignee_id !== undefined && change.assignee_id !== thread.assignee_id) {
    await requireAssignable(db, change.assignee_id);
    become('assign', { assignee_id: change.assignee_id });
  }
  const status = { ...thread, ...changes }.status;
  if (change.status && change.status !== status) become(change.status === 'closed' ? 'close' : 'reopen', {});
  if (Object.keys(changes).length > 0) await updateThreads(db, [id], changes);
}

/** @param work with a transaction @throws {AppError} `message_not_found`, `invalid_state` */
export async function moveThread({ db, now }: Work, id: string, event: ThreadEvent): Promise<void> {
  const thread = await lockThread(db, id);
  await updateThreads(db, [id], changesOf(thread, event, now()));
}

const DAY = 86_400_000;

/** A time in the future, at most `LATER_DAYS_MAX` days ahead. @throws a 422 for others, which names the field */
export function laterOf(now: Date, field: string, value: string): Date {
  const [time, max] = [new Date(value), new Date(now.getTime() + LATER_DAYS_MAX * DAY)];
  if (time <= now)
    throw fieldProblem(field, {
      type: 'datetime_too_early',
      message: 'Input should be in the future',
      ctx: { gt: now.toISOString() },
    });
  if (time > max)
    throw fieldProblem(field, {
      type: 'datetime_too_late',
      message: `Input should be at most ${LATER_DAYS_MAX} days ahead`,
      ctx: { le: max.toISOString() },
    });
  return time;
}

/** Fields of a snoozed conversation. @throws a 422 for a time in the past, or too far ahead */
export const snoozeOf = (
  { by, now }: Pick<Work, 'by' | 'now'>,
  { until, kind }: MessageSnooze,
): Partial<NewThread> => ({
  snoozed_until: laterOf(now(), 'until', until),
  snooze_kind: kind,
  snoozed_by: by,
});

/**
 * Snoozes a conversation, also one that is snoozed already.
 * @param work with a transaction
 * @throws {AppError} `message_not_found`, `invalid_state`, or a 422
 */
export async function snoozeThread(work: Work, id: string, snooze: MessageSnooze): Promise<void> {
  const { db, now } = work;
  const changes = snoozeOf(work, snooze);
  const thread = await lockThread(db, id);
  await updateThreads(db, [id], { ...changesOf(thread, 'snooze', now()), ...changes });
}

const newEntry = (
  thread: Pick<Thread, 'id' | 'entry_count'>,
  entry: Pick<NewEntry, 'kind' | 'author_id' | 'body' | 'created_at'> & Partial<NewEntry>,
): NewEntry => ({ id: uuidv7(), thread_id: thread.id, position: thread.entry_count + 1, ...entry });

/** Adds an entry to a locked conversation. */
export async function addEntry(
  { db }: Pick<Work, 'db'>,
  thread: Thread,
  entry: Parameters<typeof newEntry>[1],
  changes: Partial<NewThread> = {},
): Promise<NewEntry> {
  const row = newEntry(thread, entry);
  await insertEntries(db, [row]);
  await updateThreads(db, [thread.id], { ...changes, entry_count: row.position });
  return row;
}

/** Stores the full text of a mail for the team, if its entry omits some of it. */
export async function storeMailText(tx: Db, entry_id: string, text: string | null): Promise<void> {
  if (text !== null) await insertMail(tx, entry_id, text);
}

/** @throws {AppError} `message_not_found` */
export async function readMailOf(db: Db, entry_id: string): Promise<string> {
  const text = await findMail(db, entry_id);
  if (text === undefined) throw new AppError('message_not_found');
  return text;
}

/** Writes a note; the status stays unchanged. @param work with a transaction */
export async function addNote(work: Work, id: string, { body, mentions }: MessageNote): Promise<void> {
  const { db, by, now } = work;
  const thread = await lockThread(db, id);
  const created_at = momentAfter(thread, now());
  const { position } = await addEntry(work, thread, { kind: 'note', author_id: by, body, created_at });
  await markRead(db, id, by, position);
  if (mentions.length > 0) await alertMentioned(db, mentions, id);
}

/** A reply as it is sent. */
interface Reply extends Pick<MessageReply, 'body' | 'close'> {
  /** Id of its entry, if it has been given one. */
  id?: string;
  /** Ids of pictures that the author has uploaded. */
  images?: readonly string[];
  /** By default the acting team member. */
  author_id?: string | null;
}

/**
 * Writes and sends a reply. @param work with a transaction @param thread locked @throws {AppError}
 * `invalid_state`
 */
export async function sendReply(work: Work, thread: Thread, reply: Reply): Promise<void> {
  const { db, now } = work;
  const by = reply.author_id ?? work.by;
  const created_at = momentAfter(thread, now());
  const changes = changesOf(thread, 'reply', now());
  const closed: Partial<NewThread> = reply.close ? { status: 'closed', closed_at: created_at } : {};
  const entry = await addEntry(
    work,
    thread,
    {
      ...(reply.id && { id: reply.id }),
      kind: 'reply',
      author_id: by,
      body: reply.body,
      delivery: 'queued',
      created_at,
    },
    {
      ...changes,
      ...closed,
      assignee_id: thread.assignee_id ?? by,
      last_staff_at: created_at,
      awaiting_since: null,
      // Conversations started by the team have no received message, and so no response time.
      first_answered_at: thread.first_answered_at ?? (thread.received_at && created_at),
      last_at: created_at,
    },
  );
  await sendImages(db, by, { entry_id: entry.id }, reply.images ?? []);
  await markRead(db, thread.id, by, entry.position);
  await enqueue(db, 'messages.reply_mail', { entry_id: entry.id });
  const devices = await reachableDevices(work, thread.user_id);
  if (devices.length > 0)
    await enqueueAll(
      db,
      'messages.reply_push',
      devices.map((device) => ({ entry_id: entry.id, device_id: device.id })),
    );
}

/** Fields of a new conversation. */
export interface Opening
  extends Pick<NewThread, 'user_id' | 'subject' | 'category' | 'locale'>,
    Partial<Pick<NewThread, 'app_context' | 'reopened_from_id'>> {
  at: Date;
  /** The member's message; absent if the team starts with one of its own. */
  body?: string;
  /** True if the team starts by answering what the member wrote elsewhere at that time. */
  isOurs?: boolean;
  client_token?: string;
}

interface Opened {
  thread_id: string;
  /** Null without a member message. */
  first_entry_id: string | null;
}

/** Creates a conversation with the member's message. @param work with a transaction */
export async function openThread(
  { db }: Pick<Work, 'db'>,
  { at, body, isOurs = body === undefined, client_token, ...opening }: Opening,
): Promise<Opened> {
  const thread = { id: uuidv7(), entry_count: 0 };
  const said_at = body === undefined ? null : at;
  const entries =
    body === undefined
      ? []
      : [
          newEntry(thread, {
            kind: 'member',
            author_id: opening.user_id,
            body,
            created_at: at,
            client_token: client_token ?? null,
          }),
        ];
  await insertThreads(db, [
    {
      app_context: NO_CONTEXT,
      ...opening,
      id: thread.id,
      status: 'new',
      created_at: at,
      received_at: isOurs ? null : at,
      last_member_at: said_at,
      last_at: at,
      awaiting_since: said_at,
      entry_count: entries.length,
    },
  ]);
  if (entries.length > 0) await insertEntries(db, entries);
  return { thread_id: thread.id, first_entry_id: entries[0]?.id ?? null };
}

/**
 * Begins a conversation with a member. @param work with a transaction
 * @throws {AppError} `user_not_found` @returns the conversation
 */
export async function startThread(work: Work, { user_id, subject, body }: MessageStart): Promise<string> {
  const { db, now } = work;
  const member = await lockUser(db, user_id);
  if (!member) throw new AppError('user_not_found');
  const { locale } = member;
  const { thread_id } = await openThread(work, { user_id, subject, category: 'other', locale, at: now() });
  await sendReply(work, await lockThread(db, thread_id), { body, close: false });
  return thread_id;
}
