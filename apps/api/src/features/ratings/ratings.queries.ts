import type {
  RatingFilter,
  RatingSort,
  RatingSummary,
  RatingSummaryFilter,
} from '@agora/contract/features/ratings/ratings.contract';
import type { Locale } from '@agora/contract/shared/locale';
import type { Page } from '@agora/contract/shared/pagination';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { cursor } from '../../platform/db/cursor.ts';
import { when } from '../../platform/db/filter.ts';
import { containsWords } from '../../platform/db/search.ts';
import { type Clock, inPeriod, startOfDay } from '../../platform/db/time-zone.ts';
import { dayAt, hourAt } from '../../platform/time/civil-date.ts';
import { users } from '../accounts/accounts.users.table.ts';
import { isUnanswered, type NewRating, type Rating, ratingSearchText, ratings } from './ratings.table.ts';

/** Condition of a filter, shared by list, count, export and, without the score, summary. */
const matches = (filter: RatingFilter, timeZone: string): SQL | undefined =>
  and(
    when(filter.score, (scores) => inArray(ratings.score, scores.split(',').map(Number))),
    when(filter.has_comment, (isSaid) => (isSaid ? sql`${ratings.comment} <> ''` : eq(ratings.comment, ''))),
    when(filter.target_type, (type) => eq(ratings.target_type, type)),
    when(filter.target_id, (id) => eq(ratings.target_id, id)),
    when(filter.platform, (platform) => eq(ratings.platform, platform)),
    when(filter.app_version, (version) => eq(ratings.app_version, version)),
    when(filter.locale, (locale) => eq(ratings.locale, locale)),
    when(filter.user_id, (id) => eq(ratings.user_id, id)),
    when(filter.answered, (isAnswered) => (isAnswered ? isNotNull(ratings.thread_id) : isUnanswered)),
    inPeriod(ratings.updated_at, filter, timeZone),
    when(filter.search || undefined, (search) => containsWords(ratingSearchText, search)),
  );

const ORDERS: Record<RatingSort, SQL[]> = {
  updated_at: [asc(ratings.updated_at), asc(ratings.id)],
  '-updated_at': [desc(ratings.updated_at), desc(ratings.id)],
  score: [asc(ratings.score), desc(ratings.updated_at), desc(ratings.id)],
  '-score': [desc(ratings.score), desc(ratings.updated_at), desc(ratings.id)],
};

/** Title of the rated target in the reader's language, as in the audit log, but without converting the article to JSON. */
const targetTitle = (locale: Locale) => sql<string | null>`case ${ratings.target_type}
  when 'news' then (select coalesce(text_in(content -> 'translations', 'title', ${locale}), slug) from news_articles
    where news_articles.id = ${ratings.target_id})
  when 'daily_message' then (select audit_label('daily_message', to_jsonb(daily_messages), ${locale}) from daily_messages
    where daily_messages.id = ${ratings.target_id}) end`;

/** Join of a rating with its member, who is not named while in the trash. */
const isNamed = and(eq(users.id, ratings.user_id), isNull(users.deleted_at));

/** Ratings with their members. @param locale of the reader */
const withUsers = (db: Db, locale: Locale) =>
  db
    .select({
      ...getTableColumns(ratings),
      user: { id: users.id, email: users.email, full_name: users.full_name },
      target_title: targetTitle(locale),
    })
    .from(ratings)
    .leftJoin(users, isNamed);

export interface RatingQuery {
  filter: RatingFilter;
  sort: RatingSort;
  timeZone: string;
  /** Language of the reader. */
  locale: Locale;
}

export const listRatings = (db: Db, { skip, limit }: Page, { filter, sort, timeZone, locale }: RatingQuery) =>
  withUsers(db, locale)
    .where(matches(filter, timeZone))
    .orderBy(...ORDERS[sort])
    .offset(skip)
    .limit(limit);

export type RatingWithUser = Awaited<ReturnType<typeof listRatings>>[number];

export const countRatings = (db: Db, filter: RatingFilter, timeZone: string) =>
  db.$count(ratings, matches(filter, timeZone));

/** A rating as the database driver returns it; `email` is its member's. */
export interface ExportedRating
  extends Pick<
    Rating,
    | 'target_type'
    | 'score'
    | 'previous_score'
    | 'comment'
    | 'locale'
    | 'platform'
    | 'app_version'
    | 'thread_id'
  > {
  full_name: string | null;
  email: string | null;
  target_title: string | null;
  updated_at: string;
}

export const exportRatings = (db: Db, { filter, sort, timeZone, locale }: RatingQuery) =>
  cursor<ExportedRating>(
    db,
    db
      .select({
        ...getTableColumns(ratings),
        full_name: users.full_name,
        email: users.email,
        target_title: targetTitle(locale).as('target_title'),
      })
      .from(ratings)
      .leftJoin(users, isNamed)
      .where(matches(filter, timeZone))
      .orderBy(...ORDERS[sort]),
  );

export async function findRating(db: Db, id: string, locale: Locale): Promise<RatingWithUser | undefined> {
  const [row] = await withUsers(db, locale).where(eq(ratings.id, id));
  return row;
}

/** Maximum number of app versions in a summary. */
const VERSIONS = 20;

const averageOf = sql`round(avg(score), 2)::float8`;

/** Condition: in the preceding period of the same length; until the same hour while the current one is running. */
function isBefore({ from, to }: { from: string; to: string | undefined }, { now, timeZone }: Clock) {
  const today = dayAt(now, timeZone);
  const isRunning = to === undefined || to >= today;
  const days = Temporal.PlainDate.from(from).until(isRunning ? today : to).days + 1;
  const hours = isRunning ? hourAt(now, timeZone) : 24;
  const end = sql`(${from}::date - 1 + ${hours}::int * interval '1 hour') at time zone ${timeZone}::text`;
  return sql`${ratings.updated_at} >= ${startOfDay(from, timeZone, -days)} and ${ratings.updated_at} < ${end}`;
}

/** Summary of the ratings of a filter, in one statement. */
export async function summarizeRatings(
  db: Db,
  filter: RatingSummaryFilter,
  { now, timeZone }: Clock,
): Promise<RatingSummary> {
  const { from, to, ...rest } = filter;
  const chosen = db
    .select({ score: ratings.score, updated_at: ratings.updated_at, app_version: ratings.app_version })
    .from(ratings)
    .where(matches(filter, timeZone));
  const earlier = from && and(matches(rest, timeZone), isBefore({ from, to }, { now, timeZone }));
  const previous = earlier
    ? sql`(select jsonb_build_object('count', count(*), 'average', ${averageOf}) from ratings where ${earlier})`
    : sql`null::jsonb`;
  const monthOf = (moment: SQLWrapper) => sql`to_char(${moment} at time zone ${timeZone}::text, 'YYYY-MM')`;
  const ofScore = (score: number) =>
    sql`${String(score)}::text, count(*) filter (where score = ${score}::int)`;
  const [row] = await db.execute<{ summary: RatingSummary }>(sql`
    with chosen as (${chosen})
    select jsonb_build_object(
      'count', count(*),
      'average', ${averageOf},
      'distribution', jsonb_build_object(${sql.join([1, 2, 3, 4, 5].map(ofScore), sql`, `)}),
      'previous', ${previous},
      'series', (select coalesce(jsonb_agg(months order by month), '[]') from (
        select ${monthOf(sql`updated_at`)} as month, count(*), ${averageOf} as average
        from chosen group by 1) as months),
      'by_version', (select coalesce(jsonb_agg(jsonb_build_object('app_version', app_version, 'count', count,
          'average', average, 'first_month', (select ${monthOf(sql`min(updated_at)`)} from ratings
            where ratings.app_version = versions.app_version)) order by latest desc, app_version), '[]') from (
        select app_version, count(*), ${averageOf} as average, max(updated_at) as latest
        from chosen group by 1 order by latest desc, app_version limit ${VERSIONS}) as versions)
    ) as summary from chosen`);
  return row?.summary as RatingSummary;
}

/** Locks the rating until the transaction ends. */
export async function lockRating(tx: Db, id: string): Promise<Rating | undefined> {
  const [row] = await tx.select().from(ratings).where(eq(ratings.id, id)).for('update');
  return row;
}

export const linkRating = (tx: Db, id: string, thread_id: string) =>
  tx.update(ratings).set({ thread_id }).where(eq(ratings.id, id));

export const insertRatings = (db: Db, rows: NewRating[]) => db.insert(ratings).values(rows);
