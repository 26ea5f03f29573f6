import { z } from 'zod';
import { Csv } from '../../shared/csv.ts';
import { c, routeWith } from '../../shared/define.ts';
import { bool, displayText, id, instant, period, search, text, uuid } from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { Page, pageOf } from '../../shared/pagination.ts';
import { sortBy } from '../../shared/sorting.ts';
import { accountsErrors } from '../accounts/accounts.errors.ts';
import { Person } from '../accounts/accounts.users.schema.ts';
import { DevicePlatform } from '../devices/devices.app.contract.ts';
import { MESSAGE_BODY_MAX, messagesErrors } from '../messages/messages.rules.ts';
import { MessageThread, undoable } from '../messages/messages.schema.ts';
import { APP_VERSION_MAX, RATING_TARGETS, ratingsErrors } from './ratings.rules.ts';

const route = routeWith({ ...ratingsErrors, ...messagesErrors, ...accountsErrors });

export const RatingTarget = z.enum(RATING_TARGETS).meta({ id: 'RatingTarget' });
export type RatingTarget = z.infer<typeof RatingTarget>;

export const RatingPublic = z
  .object({
    id: id(),
    target_type: RatingTarget,
    target_id: id().nullable().meta({ description: 'Null for the app.' }),
    target_title: z
      .string()
      .nullable()
      .meta({ description: 'Null for the app, or once the target is deleted.' }),
    score: z.number().int().min(1).max(5),
    previous_score: z.number().int().nullable().meta({ description: 'Score before the last change.' }),
    comment: z.string(),
    locale: Locale,
    platform: DevicePlatform.nullable(),
    app_version: z.string().nullable(),
    user: Person.nullable().meta({ description: 'Null: the account is deleted.' }),
    thread_id: id().nullable().meta({ description: 'The conversation in which it was answered.' }),
    created_at: instant(),
    updated_at: instant(),
  })
  .meta({ id: 'RatingPublic' });
export type RatingPublic = z.infer<typeof RatingPublic>;

export const RatingsPublic = pageOf(RatingPublic).meta({ id: 'RatingsPublic' });

/** All filters except the score. Days are in the organisation's time zone, by the last change. */
const RatingSummaryFilter = z.object({
  has_comment: bool().optional(),
  target_type: RatingTarget.optional(),
  target_id: uuid().optional(),
  platform: DevicePlatform.optional(),
  app_version: text({ max: APP_VERSION_MAX }).optional(),
  locale: Locale.optional(),
  user_id: uuid().optional(),
  answered: bool().optional().meta({
    description: 'False: unanswered ratings that can be answered, because their member is not deleted.',
  }),
  ...period('Given or changed'),
  search: search('Words of the comment, in any order; accents and letter case are ignored'),
});
export type RatingSummaryFilter = z.infer<typeof RatingSummaryFilter>;

export const RatingFilter = RatingSummaryFilter.extend({
  score: text({ pattern: /^[1-5](,[1-5]){0,4}$/ })
    .optional()
    .meta({ description: 'One or more, separated by commas.' }),
});
export type RatingFilter = z.infer<typeof RatingFilter>;

const RatingSort = sortBy('updated_at', 'score').default('-updated_at');
export type RatingSort = z.infer<typeof RatingSort>;

const count = () => z.number().int().min(0);
const average = () => z.number().nullable().meta({ description: 'Null without ratings.' });

/** Summary of all ratings of a filter, regardless of the score. */
export const RatingSummary = z
  .object({
    count: count(),
    average: average(),
    distribution: z.object({ 1: count(), 2: count(), 3: count(), 4: count(), 5: count() }),
    previous: z.object({ count: count(), average: average() }).nullable().meta({
      description:
        'For the preceding period of the same length, until the last full hour while the current one is running; null without `from`.',
    }),
    series: z
      .array(
        z.object({
          month: z.string().meta({ description: '`YYYY-MM`' }),
          count: count(),
          average: z.number(),
        }),
      )
      .meta({
        description: 'By month of the last change, oldest first; months without ratings are omitted.',
      }),
    by_version: z
      .array(
        z.object({
          app_version: z.string().nullable(),
          count: count(),
          average: z.number(),
          first_month: z.string().nullable().meta({
            description:
              '`YYYY-MM` of the first rating of the version, regardless of the filter; null if phones reported no version.',
          }),
        }),
      )
      .meta({ description: 'The 20 most recently rated versions, latest first.' }),
  })
  .meta({ id: 'RatingSummary' });
export type RatingSummary = z.infer<typeof RatingSummary>;

export const RatingReply = z
  .object({
    body: displayText({ min: 1, max: MESSAGE_BODY_MAX }),
    last_entry_id: uuid().nullable().default(null).meta({
      description: 'The last entry of the conversation, if there is one, that the author has seen.',
    }),
    ...undoable,
  })
  .meta({ id: 'RatingReply' });
export type RatingReply = z.infer<typeof RatingReply>;

const ratingPath = z.object({ id: uuid() });

export const ratings = c.router({
  readRatings: route({
    method: 'GET',
    path: '/ratings/',
    access: { can: 'ratings.read' },
    audience: 'team',
    operationId: 'ratings-read_ratings',
    summary: 'List ratings, last changed first',
    query: Page.extend({ ...RatingFilter.shape, sort: RatingSort }),
    responses: { 200: RatingsPublic },
  }),
  summarizeRatings: route({
    method: 'GET',
    path: '/ratings/summary',
    access: { can: ['ratings.read', 'statistics.read'] },
    audience: 'team',
    operationId: 'ratings-summarize_ratings',
    summary: 'Summarise the ratings that match a filter: average, number, distribution, trend and versions',
    query: RatingSummaryFilter,
    responses: { 200: RatingSummary },
  }),
  exportRatings: route({
    method: 'GET',
    path: '/ratings/export',
    access: { can: 'ratings.read' },
    audience: 'team',
    operationId: 'ratings-export_ratings',
    summary: "Export the filtered list as CSV, in the language of the caller's account",
    query: RatingFilter.extend({ sort: RatingSort }),
    responses: { 200: Csv },
    errors: ['password_required'],
  }),
  readRating: route({
    method: 'GET',
    path: '/ratings/:id',
    access: { can: 'ratings.read' },
    audience: 'team',
    operationId: 'ratings-read_rating',
    summary: 'Read a rating',
    pathParams: ratingPath,
    responses: { 200: RatingPublic },
    errors: ['rating_not_found'],
  }),
  replyToRating: route({
    method: 'POST',
    path: '/ratings/:id/reply',
    access: { can: 'ratings.write' },
    audience: 'team',
    operationId: 'ratings-reply_to_rating',
    summary: 'Answer a rating in its conversation, which is created if it has none',
    pathParams: ratingPath,
    body: RatingReply,
    responses: { 200: MessageThread },
    errors: ['rating_not_found', 'thread_advanced', 'invalid_state', 'sender_deleted'],
  }),
});
