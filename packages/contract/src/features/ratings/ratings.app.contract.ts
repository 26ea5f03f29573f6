import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { displayText, id, instant, text, uuid, whole } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { DevicePlatform } from '../devices/devices.app.contract.ts';
import { RatingTarget } from './ratings.contract.ts';
import { APP_VERSION_MAX, RATING_COMMENT_MAX, ratingsErrors } from './ratings.rules.ts';

const route = routeWith(ratingsErrors);

/** The member's own rating of a target. */
export const AppRating = z
  .object({
    target_type: RatingTarget,
    target_id: id().nullable(),
    score: z.number().int().min(1).max(5),
    comment: z.string(),
    updated_at: instant(),
  })
  .meta({ id: 'AppRating' });
export type AppRating = z.infer<typeof AppRating>;

export const AppRatingPut = z
  .object({
    target_type: RatingTarget,
    target_id: uuid()
      .nullable()
      .default(null)
      .meta({ description: 'Required for all targets except the app.' }),
    score: whole({ min: 1, max: 5 }),
    comment: displayText({ max: RATING_COMMENT_MAX }).default(''),
    platform: DevicePlatform.nullable().default(null),
    app_version: text({ max: APP_VERSION_MAX }).nullable().default(null),
  })
  .meta({ id: 'AppRatingPut' });
export type AppRatingPut = z.infer<typeof AppRatingPut>;

const target = z.object({
  target_type: RatingTarget,
  target_id: uuid().optional().meta({ description: 'Absent for the app.' }),
});
export type AppRatingTarget = z.infer<typeof target>;

export const appRatings = c.router({
  putAppRating: route({
    method: 'PUT',
    path: '/app/ratings',
    access: 'user',
    audience: 'app',
    operationId: 'app-put_rating',
    summary: "Rate the app, an article or a daily message; replaces the caller's previous rating",
    body: AppRatingPut,
    responses: { 200: AppRating },
    errors: ['rating_target_not_found', 'too_many_requests'],
  }),
  readAppRating: route({
    method: 'GET',
    path: '/app/ratings/mine',
    access: 'user',
    audience: 'app',
    operationId: 'app-read_rating',
    summary: "Read the caller's rating of a target",
    query: target,
    responses: { 200: AppRating },
    errors: ['rating_not_found'],
  }),
  deleteAppRating: route({
    method: 'DELETE',
    path: '/app/ratings/mine',
    access: 'user',
    audience: 'app',
    operationId: 'app-delete_rating',
    summary: "Delete the caller's rating of a target",
    query: target,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['rating_not_found'],
  }),
});
