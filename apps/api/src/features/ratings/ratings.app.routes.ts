import { contract } from '@agora/contract';
import type {
  AppRating,
  AppRatingPut,
  AppRatingTarget,
} from '@agora/contract/features/ratings/ratings.app.contract';
import { v7 as uuidv7 } from 'uuid';
import type { RouteDeps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { consume } from '../../platform/http/limiter.ts';
import { fieldProblem, router } from '../../platform/http/router.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { lockUser } from '../accounts/users/accounts.users.service.ts';
import { deleteOwnRating, findOwnRating, isRateable, upsertRating } from './ratings.app.queries.ts';
import type { NewRating, Rating } from './ratings.table.ts';

type Own = Pick<Rating, 'target_type' | 'target_id' | 'score' | 'comment' | 'updated_at'>;

const toAppRating = ({ target_type, target_id, score, comment, updated_at }: Own): AppRating => ({
  target_type,
  target_id,
  score,
  comment,
  updated_at: updated_at.toISOString(),
});

/** @throws a 422 for an app with an id, or another target without one */
function requireTarget(
  { target_type, target_id = null }: AppRatingTarget | AppRatingPut,
  source: 'query' | 'body',
): void {
  if ((target_type === 'app') === (target_id === null)) return;
  const message = 'Input should be absent or null for the app, and an id for everything else';
  throw fieldProblem('target_id', { type: 'target_mismatch', message }, source);
}

/** True if a rating equals the stored one: a repeat does not count, and writes nothing. */
const isRepeat = (known: Rating | undefined, rating: NewRating): known is Rating =>
  known !== undefined && REPEATED.every((field) => known[field] === rating[field]);
const REPEATED = ['score', 'comment', 'locale', 'platform', 'app_version'] as const;

export const appRatingsRoutes = ({ db, config, now }: RouteDeps) =>
  router(contract.appRatings, {
    putAppRating: async ({ body, request }) => {
      const { id: user_id, locale } = callerOf(request);
      requireTarget(body, 'body');
      const time = now();
      const rating = { ...body, id: uuidv7(), user_id, locale, created_at: time, updated_at: time };
      const limits = [{ key: `ratings:${user_id}`, limit: config.RATINGS_PER_HOUR, seconds: 3600 }];
      const stored = await db.transaction(async (tx) => {
        if (!(await lockUser(tx, user_id))) throw new AppError('invalid_credentials');
        const known = await findOwnRating(tx, user_id, { ...body, target_id: body.target_id ?? undefined });
        const isRepeated = isRepeat(known, rating);
        const exists = await (isRepeated ? isRateable : upsertRating)(tx, rating);
        if (!exists) throw new AppError('rating_target_not_found');
        if (isRepeated) return known;
        await consume(tx, limits);
        return rating;
      });
      return { status: 200, body: toAppRating(stored) };
    },
    readAppRating: async ({ query, request }) => {
      requireTarget(query, 'query');
      const rating = await findOwnRating(db, callerOf(request).id, query);
      if (!rating) throw new AppError('rating_not_found');
      return { status: 200, body: toAppRating(rating) };
    },
    deleteAppRating: async ({ query, request }) => {
      requireTarget(query, 'query');
      const isGone = await deleteOwnRating(db, callerOf(request).id, query);
      if (!isGone) throw new AppError('rating_not_found');
      return { status: 200, body: { message: 'Rating deleted successfully' } };
    },
  });
