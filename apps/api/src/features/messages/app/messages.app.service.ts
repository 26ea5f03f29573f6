import type {
  AppMessage,
  AppMessageReply,
  AppMessageSend,
  AppMessagesPage,
} from '@agora/contract/features/messages/messages.app.contract';
import { REOPEN_DAYS } from '@agora/contract/features/messages/messages.rules';
import type { MessageEntriesPage } from '@agora/contract/features/messages/messages.schema';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { consume } from '../../../platform/http/limiter.ts';
import { fieldProblem } from '../../../platform/http/router.ts';
import type { ShownUser } from '../../accounts/accounts.users.table.ts';
import { lockUser } from '../../accounts/users/accounts.users.service.ts';
import { sendImages } from '../images/messages.images.service.ts';
import {
  addEntry,
  changesOf,
  lockThread,
  momentAfter,
  type Opening,
  openThread,
  positionsOf,
  storeMailText,
} from '../inbox/messages.service.ts';
import type { Thread } from '../messages.table.ts';
import {
  findByToken,
  findOwnThread,
  listOwnEntries,
  listOwnThreads,
  lockContinuation,
  markReadByMember,
  type OwnThread,
  type Written,
} from './messages.app.queries.ts';

export { findByToken };

const DAY = 86_400_000;

/** The writing member and the dependencies. */
export type Work = Pick<Deps, 'db' | 'now' | 'config'> & { user: ShownUser };

const toAppThread = (row: OwnThread) => ({
  id: row.id,
  number: row.number,
  subject: row.subject,
  category: row.category,
  is_closed: row.status === 'closed',
  is_unread: row.is_unread,
  created_at: row.created_at.toISOString(),
  last_at: row.last_at.toISOString(),
});

/** A page of a member's conversations, as the app lists them. */
export const listConversations = async (db: Db, user_id: string, page: AppMessagesPage) =>
  (await listOwnThreads(db, user_id, page)).map(({ excerpt, ...row }) => ({ ...toAppThread(row), excerpt }));

/** The member's view of a conversation. @throws {AppError} `message_not_found`, also for another's */
export async function readOwnThread(
  db: Db,
  user_id: string,
  id: string,
  page: MessageEntriesPage = {},
): Promise<AppMessage> {
  const thread = await findOwnThread(db, user_id, id);
  if (!thread) throw new AppError('message_not_found');
  const { entries, has_earlier } = await listOwnEntries(db, user_id, id, await positionsOf(db, id, page));
  return {
    ...toAppThread(thread),
    reopened_from_id: thread.reopened_from_id,
    entries: entries.map((entry) => ({
      id: entry.id,
      is_mine: entry.kind === 'member',
      body: entry.body,
      images: entry.images,
      created_at: entry.created_at.toISOString(),
    })),
    has_earlier,
  };
}

/** True if a message has the text and the pictures of the stored entry. */
const hasSameContent = ({ body, images }: Pick<AppMessageReply, 'body' | 'images'>, written: Written) =>
  body === written.body && images.join() === written.images.map(({ id }) => id).join();

/**
 * Writes a message once per client token. Locks the member's row, so that repeats run one after another, and
 * counts the message in the same transaction: neither a repeat nor a rejection counts.
 * @returns its conversation
 */
async function once(
  { db, user: { id }, config }: Work,
  token: string,
  isSame: (written: Written) => boolean,
  write: () => Promise<string>,
): Promise<string> {
  const member = await lockUser(db, id);
  const written = await findByToken(db, id, token);
  if (written && !isSame(written))
    throw fieldProblem('client_token', {
      type: 'client_token_reused',
      message: 'This token was used for another message',
    });
  if (written) return written.thread_id;
  if (!member) throw new AppError('invalid_credentials');
  if (member.messages_blocked_at) throw new AppError('sender_blocked');
  await consume(db, [
    { key: `messages:${id}`, limit: config.MESSAGES_PER_HOUR, seconds: 3600 },
    { key: `messages-daily:${id}`, limit: config.MESSAGES_PER_DAY, seconds: 86_400 },
  ]);
  return write();
}

/**
 * @param work with a transaction
 * @throws {AppError} `invalid_credentials`, `sender_blocked`, `too_many_requests`, or a 422
 * @returns the conversation
 */
export const sendMessage = (
  work: Work,
  { client_token, body, images, subject, category, context }: AppMessageSend,
): Promise<string> =>
  once(
    work,
    client_token,
    (written) =>
      written.position === 1 &&
      written.reopened_from_id === null &&
      written.subject === subject &&
      hasSameContent({ body, images }, written),
    () => {
      const message = { subject, category, app_context: context, body, client_token };
      return begin(work, { ...message, at: work.now() }, images);
    },
  );

/** @returns the new conversation */
async function begin(
  { db, user }: Work,
  message: Omit<Opening, 'user_id' | 'locale'>,
  images: readonly string[],
  whole: string | null = null,
): Promise<string> {
  const opened = await openThread({ db }, { user_id: user.id, locale: user.locale, ...message });
  const entry_id = opened.first_entry_id as string;
  await sendImages(db, user.id, { entry_id }, images);
  await storeMailText(db, entry_id, whole);
  return opened.thread_id;
}

/** True if a conversation was closed so long ago that no answer reopens it. */
const hasEnded = ({ status, closed_at }: Thread, now: Date) =>
  status === 'closed' && closed_at !== null && now.getTime() - closed_at.getTime() > REOPEN_DAYS * DAY;

/** True if a message is an answer to a conversation, stored in it or in one linked to it. */
const isAnswerTo = (id: string, { thread_id, position, reopened_from_id }: Written) =>
  reopened_from_id === id || (thread_id === id && position > 1);

/** Additional data of an answer by mail. */
interface Mailed {
  /** Time of the last reply when the mail arrived: the member has read the conversation up to it. */
  read_until: Date | null;
  /** Its full text, if the message omits some of it. */
  whole: string | null;
}

/**
 * Continues a conversation or, long after its end, the latest one linked to it; if that has ended too, starts another.
 * @param work with a transaction
 * @throws {AppError} `message_not_found`, `invalid_credentials`, `sender_blocked`, `too_many_requests`, or a 422
 * @returns the conversation
 */
export async function answerThread(
  work: Work,
  id: string,
  { client_token, body, images }: AppMessageReply,
  mailed?: Mailed,
): Promise<string> {
  const { db, user, now } = work;
  if (!(await findOwnThread(db, user.id, id))) throw new AppError('message_not_found');
  // Only the Message-ID identifies a mail: its pictures get new ids each time it is parsed.
  const isSame = (written: Written) =>
    mailed !== undefined || (isAnswerTo(id, written) && hasSameContent({ body, images }, written));
  return once(work, client_token, isSame, async () => {
    const asked = await lockThread(db, id);
    if (mailed?.read_until) await markReadByMember(db, user.id, id, mailed.read_until.toISOString());
    const thread = hasEnded(asked, now()) ? await lockContinuation(db, id) : asked;
    if (!thread || hasEnded(thread, now())) {
      const { subject, category, app_context } = asked;
      const link = { reopened_from_id: id, subject, category, app_context };
      return begin(work, { ...link, body, client_token, at: now() }, images, mailed?.whole);
    }
    const at = momentAfter(thread, now());
    const entry = await addEntry(
      { db },
      thread,
      { kind: 'member', author_id: user.id, body, client_token, created_at: at },
      {
        ...changesOf(thread, 'member', at),
        last_member_at: at,
        last_at: at,
        awaiting_since: thread.awaiting_team ? thread.awaiting_since : at,
      },
    );
    await sendImages(db, user.id, { entry_id: entry.id }, images);
    await storeMailText(db, entry.id, mailed?.whole ?? null);
    return thread.id;
  });
}
