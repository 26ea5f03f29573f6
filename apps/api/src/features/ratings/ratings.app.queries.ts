import type { AppRatingTarget } from '@agora/contract/features/ratings/ratings.app.contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { momentOf } from '../../platform/db/moment.ts';
import { isVisibleAt } from '../news/news.table.ts';
import { type NewRating, type Rating, ratings } from './ratings.table.ts';

/**
 * True if a member can rate the target: the app, a visible article, or a message of a day that has begun anywhere on
 * Earth, even if it was deleted after it was shown; not a target hidden from readers of their language.
 */
const exists = ({ target_type, target_id, locale, updated_at }: NewRating) => {
  const at = momentOf(updated_at);
  if (target_type === 'app') return sql`true`;
  const isShown = sql`(missing_locale <> 'hide'
    or coalesce(trim(translations #>> array[${locale}, 'body']), '') <> '')`;
  return target_type === 'news'
    ? sql`exists (select from news_live where article_id = ${target_id}::uuid and news_live.locale = ${locale}
        and ${isVisibleAt(at)})`
    : sql`(exists (select from daily_messages where id = ${target_id}::uuid and status = 'ready' and deleted_at is null
          and day <= (${at} at time zone 'Pacific/Kiritimati')::date and ${isShown})
        or exists (select from daily_message_issues where message_id = ${target_id}::uuid and withdrawn_at is null
          and ${isShown}))`;
};

export async function isRateable(db: Db, row: NewRating): Promise<boolean> {
  const [found] = await db.execute<{ exists: boolean }>(sql`select ${exists(row)} as exists`);
  return found?.exists ?? false;
}

/**
 * Inserts a rating, or updates it and keeps the previous score. One statement, so that concurrent calls leave
 * one rating. Returns true if the target exists.
 */
export async function upsertRating(db: Db, row: NewRating): Promise<boolean> {
  const at = momentOf(row.updated_at);
  const rated = await db.execute(sql`
    insert into ratings (id, user_id, target_type, target_id, score, comment, locale, platform, app_version, created_at, updated_at)
    select ${row.id}::uuid, ${row.user_id}::uuid, ${row.target_type}::text, ${row.target_id}::uuid, ${row.score}::int,
      ${row.comment}::text, ${row.locale}::text, ${row.platform}::text, ${row.app_version}::text, ${at}, ${at}
    where ${exists(row)}
    on conflict (user_id, target_type, target_id) where user_id is not null do update set
      previous_score = case when ratings.score = excluded.score then ratings.previous_score else ratings.score end,
      score = excluded.score, comment = excluded.comment, locale = excluded.locale, platform = excluded.platform,
      app_version = excluded.app_version, updated_at = excluded.updated_at
    returning id`);
  return rated.length > 0;
}

const isMine = (user_id: string, { target_type, target_id }: AppRatingTarget) =>
  and(
    eq(ratings.user_id, user_id),
    eq(ratings.target_type, target_type),
    target_id === undefined ? isNull(ratings.target_id) : eq(ratings.target_id, target_id),
  );

export async function findOwnRating(
  db: Db,
  user_id: string,
  target: AppRatingTarget,
): Promise<Rating | undefined> {
  const [row] = await db.select().from(ratings).where(isMine(user_id, target));
  return row;
}

/** @returns true if there was one */
export async function deleteOwnRating(db: Db, user_id: string, target: AppRatingTarget): Promise<boolean> {
  const rows = await db.delete(ratings).where(isMine(user_id, target)).returning({ id: ratings.id });
  return rows.length > 0;
}
