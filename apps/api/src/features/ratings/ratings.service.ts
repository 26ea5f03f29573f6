import type { RatingPublic, RatingReply } from '@agora/contract/features/ratings/ratings.contract';
import type { Locale } from '@agora/contract/shared/locale';
import type { Db } from '../../platform/db/client.ts';
import { AppError } from '../../platform/errors.ts';
import { findUser } from '../accounts/users/accounts.users.service.ts';
import { openThread, type Work } from '../messages/inbox/messages.service.ts';
import { replyToThread } from '../messages/replies/messages.replies.service.ts';
import { findRating, linkRating, lockRating, type RatingWithUser } from './ratings.queries.ts';
import type { Rating } from './ratings.table.ts';

export const toRating = (row: RatingWithUser): RatingPublic => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** @param locale of the reader @throws {AppError} `rating_not_found` */
export async function readRating(db: Db, id: string, locale: Locale): Promise<RatingPublic> {
  const row = await findRating(db, id, locale);
  if (!row) throw new AppError('rating_not_found');
  return toRating(row);
}

/**
 * Replies to a rating in its conversation, which begins with the comment. The lock lets only one reply start
 * it: a concurrent one fails and reports the first, so that the member gets one message.
 * @param work with a transaction
 * @throws {AppError} `rating_not_found`, `sender_deleted`, `thread_advanced`, `invalid_state`
 * @returns the conversation
 */
export async function replyToRating(work: Work, id: string, reply: RatingReply): Promise<string> {
  const rating = await lockRating(work.db, id);
  if (!rating) throw new AppError('rating_not_found');
  if (rating.thread_id) {
    await replyToThread(work, rating.thread_id, { ...reply, close: false });
    return rating.thread_id;
  }
  const { thread_id, first_entry_id } = await beginThread(work, rating);
  await replyToThread(work, thread_id, { ...reply, last_entry_id: first_entry_id, close: false });
  return thread_id;
}

/** Subject of the conversation, for the member. */
const SUBJECTS: Record<Locale, (score: number) => string> = {
  fr: (score) => `Votre évaluation : ${score}/5`,
  en: (score) => `Your rating: ${score}/5`,
};

async function beginThread(work: Work, { id, user_id, comment, updated_at, ...rating }: Rating) {
  const [member] = user_id ? await findUser(work.db, { id: user_id }) : [];
  if (!member) throw new AppError('sender_deleted');
  const { platform, app_version } = rating;
  const thread = await openThread(work, {
    user_id: member.id,
    subject: SUBJECTS[member.locale](rating.score),
    category: 'other',
    locale: member.locale,
    app_context: { platform, app_version, os: null, device: null, screen: null },
    at: updated_at,
    isOurs: true,
    ...(comment && { body: comment }),
  });
  await linkRating(work.db, id, thread.thread_id);
  return thread;
}
