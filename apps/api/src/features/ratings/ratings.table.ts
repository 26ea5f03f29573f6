import type { DevicePlatform } from '@agora/contract/features/devices/devices.app.contract';
import type { RatingTarget } from '@agora/contract/features/ratings/ratings.contract';
import { LOCALES } from '@agora/contract/shared/locales';
import { type SQL, sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';
import { messageThreads } from '../messages/messages.table.ts';

/** Text that search matches; the trigram index below uses exactly this expression. */
export const ratingSearchText = sql`lower(f_unaccent(comment))`;

/**
 * Ratings of the app and its content by members: one per member and target. Triggers: `ratings_of_nobody`
 * (removes the comment of an erased account), `ratings_updated_at_changed` (dashboard),
 * `ratings_notify` (live updates).
 */
export const ratings = pgTable(
  'ratings',
  {
    id: uuid().primaryKey(),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    target_type: text().$type<RatingTarget>().notNull(),
    target_id: uuid(),
    score: smallint().notNull(),
    previous_score: smallint(),
    comment: text().notNull(),
    locale: text({ enum: LOCALES }).notNull(),
    platform: text().$type<DevicePlatform>(),
    app_version: text(),
    thread_id: uuid().references(() => messageThreads.id, { onDelete: 'set null' }),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (table) => {
    const byTime = [table.updated_at, table.id] as const;
    return [
      // NULLS NOT DISTINCT is in the migration, as Drizzle cannot declare it: the app has no id.
      uniqueIndex('ratings_one_each')
        .on(table.user_id, table.target_type, table.target_id)
        .where(sql`user_id is not null`),
      index('ratings_newest').on(...byTime),
      index('ratings_commented').on(table.updated_at).where(sql`comment <> ''`),
      index('ratings_score').on(table.score, ...byTime),
      index('ratings_target').on(table.target_type, table.target_id, ...byTime),
      index('ratings_version').on(table.app_version, ...byTime),
      uniqueIndex('ratings_thread').on(table.thread_id),
      index('ratings_search').using('gin', sql`${ratingSearchText} gin_trgm_ops`),
      check('ratings_score', sql`score between 1 and 5`),
      check('ratings_target_type', sql`target_type in ('app', 'news', 'daily_message')`),
      check('ratings_target_id', sql`(target_type = 'app') = (target_id is null)`),
      check('ratings_platform', sql`platform in ('ios', 'android', 'web')`),
    ];
  },
);

/** Condition: unanswered, and the member is not deleted, so that it can be answered. Few match: their ids are hashed. */
export const isUnanswered: SQL<boolean> = sql`(${ratings.thread_id} is null and ${ratings.user_id} is not null
  and not exists (select from ${users} where ${users.id} = ${ratings.user_id} and ${users.deleted_at} is not null))`;

export type Rating = typeof ratings.$inferSelect;
export type NewRating = typeof ratings.$inferInsert;
