import { APP_NEWS_COUNT_MAX } from '@agora/contract/features/news/news.app.contract';
import type { Locale } from '@agora/contract/shared/locale';
import { LOCALES } from '@agora/contract/shared/locales';
import type { Page } from '@agora/contract/shared/pagination';
import { UUID } from '@agora/contract/shared/uuid';
import { and, asc, count, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type Db, prepared } from '../../../platform/db/client.ts';
import { when } from '../../../platform/db/filter.ts';
import { momentOf } from '../../../platform/db/moment.ts';
import { newsCategories } from '../news.categories.table.ts';
import { isVisibleAt, newsLive, newsReads, newsSlugs } from '../news.table.ts';

/** The reader and the time of the request. */
export interface Reading {
  reader: string;
  locale: Locale;
  now: Date;
}

/** A page of the list; `after` is the article before its first one. */
export interface AppNewsPage extends Page {
  after?: string | undefined;
}

export interface AppNewsFilter {
  category_id?: string | undefined;
  search?: string | undefined;
}

/** Parameters of a query: values, or placeholders in a prepared statement. */
type Values = Record<'reader' | 'locale' | 'now' | 'skip' | 'limit' | 'reach', unknown>;

const PLACES: Values = {
  reader: sql.placeholder('reader'),
  locale: sql.placeholder('locale'),
  now: sql.placeholder('now'),
  skip: sql.placeholder('skip'),
  limit: sql.placeholder('limit'),
  reach: sql.placeholder('reach'),
};

const argsOf = ({ reader, locale, now }: Reading) => ({ reader, locale, now: now.toISOString() });

const at = ({ now }: Pick<Values, 'now'>) => sql`${now}::timestamptz`;

/** Condition: visible in a language at a given time. */
const isShown = (values: Pick<Values, 'locale' | 'now'>) =>
  and(sql`${newsLive.locale} = ${values.locale}`, isVisibleAt(at(values)));

/** Full-text search, which matches inflected forms by the rules of a text's language. */
const hasWords = (search: string) =>
  or(
    ...LOCALES.map(
      (locale) => sql`(${newsLive.text_locale} = ${locale}
        and ${newsLive.search} @@ plainto_tsquery(news_language(${locale}), f_unaccent(${search})))`,
    ),
  );

const matches = ({ category_id, search }: AppNewsFilter, values: Pick<Values, 'locale' | 'now'>) =>
  and(
    isShown(values),
    when(category_id, (id) => eq(newsLive.category_id, id)),
    when(search || undefined, hasWords),
  );

const columns = {
  article_id: newsLive.article_id,
  slug: newsLive.slug,
  locale: newsLive.locale,
  text_locale: newsLive.text_locale,
  category_id: newsLive.category_id,
  title: newsLive.title,
  excerpt: newsLive.excerpt,
  cover: newsLive.cover,
  visible_from: newsLive.visible_from,
};

const nameIn = (locale: SQL | typeof newsLive.locale) =>
  sql<string>`case when ${locale} = 'fr' then ${newsCategories.name_fr} else ${newsCategories.name_en} end`;

/**
 * Condition: after an article in the order of the list, among the pinned ones or the others. Matches nothing if that
 * article is not visible.
 */
function isAfter(id: string, isPinned: boolean, values: Pick<Values, 'locale' | 'now'>): SQL {
  const { article_id, visible_from, pinned_until } = newsLive;
  const elsewhere = isPinned ? '-infinity' : 'infinity';
  return sql`(${visible_from}, ${article_id}) < (
    select case when coalesce(${pinned_until} > ${at(values)}, false) = ${isPinned} then ${visible_from}
      else ${elsewhere}::timestamptz end, ${article_id}
    from ${newsLive} where ${and(eq(article_id, id), isShown(values))})`;
}

/**
 * All pinned articles, which are few, and as many others as the page needs: the cost does not depend on the
 * number of articles.
 */
export function pageOf(db: Db, filter: AppNewsFilter, values: Values, after?: string) {
  const pinned = db
    .select({ ...columns, is_pinned: sql<boolean>`true`.as('is_pinned') })
    .from(newsLive)
    .where(
      and(
        matches(filter, values),
        gt(newsLive.pinned_until, at(values)),
        when(after, (id) => isAfter(id, true, values)),
      ),
    );
  const others = db
    .select({ ...columns, is_pinned: sql<boolean>`false`.as('is_pinned') })
    .from(newsLive)
    .where(
      and(
        matches(filter, values),
        or(isNull(newsLive.pinned_until), lte(newsLive.pinned_until, at(values))),
        when(after, (id) => isAfter(id, false, values)),
      ),
    )
    .orderBy(desc(newsLive.visible_from), desc(newsLive.article_id))
    .limit(values.reach as number);
  const page = unionAll(pinned, others)
    .orderBy(sql`is_pinned desc`, sql`visible_from desc`, sql`article_id desc`)
    .offset(values.skip as number)
    .limit(values.limit as number)
    .as('page');
  return db
    .select({
      article_id: page.article_id,
      slug: page.slug,
      locale: page.locale,
      text_locale: page.text_locale,
      title: page.title,
      excerpt: page.excerpt,
      cover: page.cover,
      category: { id: newsCategories.id, name: nameIn(sql`${page.locale}`), color: newsCategories.color },
      visible_from: page.visible_from,
      is_pinned: page.is_pinned,
      is_read: sql<boolean>`${newsReads.user_id} is not null`,
    })
    .from(page)
    .leftJoin(newsCategories, eq(newsCategories.id, page.category_id))
    .leftJoin(
      newsReads,
      and(eq(newsReads.article_id, page.article_id), sql`${newsReads.user_id} = ${values.reader}`),
    )
    .orderBy(desc(page.is_pinned), desc(page.visible_from), desc(page.article_id));
}

const isFiltered = ({ category_id, search }: AppNewsFilter) => category_id !== undefined || Boolean(search);

const latest = prepared((db) => pageOf(db, {}, PLACES).prepare('app_news_latest'));

export function listShownNews(
  db: Db,
  reading: Reading,
  { skip, limit, after }: AppNewsPage,
  filter: AppNewsFilter,
) {
  const args = { ...argsOf(reading), skip, limit, reach: skip + limit };
  return isFiltered(filter) || after ? pageOf(db, filter, args, after) : latest(db, args);
}

type MomentColumn = 'visible_from' | 'visible_to' | 'pinned_until';

/** Next future value of a column, from its index. */
const nextOf = (name: MomentColumn, values: Pick<Values, 'locale' | 'now'>) =>
  sql`(select min(${newsLive[name]}) from ${newsLive}
    where ${newsLive.locale} = ${values.locale} and ${newsLive[name]} > ${at(values)})`;

/** Counts up to the maximum, and returns when the list next changes by the passage of time. */
export const countOf = (db: Db, filter: AppNewsFilter, values: Pick<Values, 'locale' | 'now'>) =>
  db
    .select({
      count: count(),
      next_change: sql<
        string | null
      >`least(${nextOf('visible_from', values)}, ${nextOf('visible_to', values)},
        ${nextOf('pinned_until', values)})`,
    })
    .from(
      db
        .select({ id: newsLive.article_id })
        .from(newsLive)
        .where(matches(filter, values))
        .limit(APP_NEWS_COUNT_MAX)
        .as('counted'),
    );

const countLatest = prepared((db) => countOf(db, {}, PLACES).prepare('app_news_count'));

/** Count, up to `APP_NEWS_COUNT_MAX`, and time until which a page stays unchanged. */
export async function countShownNews(db: Db, reading: Reading, filter: AppNewsFilter) {
  const args = argsOf(reading);
  const [row] = isFiltered(filter) ? await countOf(db, filter, args) : await countLatest(db, args);
  return { count: row?.count ?? 0, until: row?.next_change ? new Date(row.next_change) : undefined };
}

const articleBy = (db: Db, isAsked: SQL | undefined) =>
  db
    .select({
      ...columns,
      html: newsLive.html,
      text: newsLive.text,
      category: { id: newsCategories.id, name: nameIn(newsLive.locale), color: newsCategories.color },
      visible_to: newsLive.visible_to,
      pinned_until: newsLive.pinned_until,
      is_read: sql<boolean>`${newsReads.user_id} is not null`,
    })
    .from(newsLive)
    .leftJoin(newsCategories, eq(newsCategories.id, newsLive.category_id))
    .leftJoin(
      newsReads,
      and(eq(newsReads.article_id, newsLive.article_id), sql`${newsReads.user_id} = ${PLACES.reader}`),
    )
    .where(and(isShown(PLACES), isAsked));

const articleById = prepared((db) =>
  articleBy(db, sql`${newsLive.article_id} = ${sql.placeholder('id')}`).prepare('app_news_by_id'),
);

const articleBySlug = prepared((db) =>
  articleBy(
    db,
    sql`${newsLive.article_id} = (select ${newsSlugs.article_id} from ${newsSlugs}
      where ${newsSlugs.slug} = ${sql.placeholder('slug')})`,
  ).prepare('app_news_by_slug'),
);

/** An article, and the time until which it stays unchanged. */
export async function findShownNews(db: Db, reading: Reading, idOrSlug: string) {
  const args = argsOf(reading);
  const [row] = UUID.test(idOrSlug)
    ? await articleById(db, { ...args, id: idOrSlug })
    : await articleBySlug(db, { ...args, slug: idOrSlug });
  if (!row) return undefined;
  const { visible_to, pinned_until, ...shown } = row;
  const is_pinned = pinned_until !== null && pinned_until > reading.now;
  const [until] = [visible_to, is_pinned ? pinned_until : null]
    .filter((end) => end !== null)
    .sort((a, b) => +a - +b);
  return { article: { ...shown, is_pinned }, until };
}

const readsOf = prepared((db) =>
  db
    .select({ id: newsReads.article_id })
    .from(newsReads)
    .where(
      and(
        sql`${newsReads.user_id} = ${PLACES.reader}`,
        sql`${newsReads.article_id} = any(${sql.placeholder('ids')}::uuid[])`,
      ),
    )
    .prepare('app_news_reads'),
);

/** The given articles that the reader has read. */
export async function findReadIds(db: Db, reader: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = ids.length === 0 ? [] : await readsOf(db, { reader, ids: `{${ids.join(',')}}` });
  return new Set(rows.map(({ id }) => id));
}

/** Records the first read of an article, with its language. @returns false if there is no such article */
export async function markRead(db: Db, { reader, locale, now: time }: Reading, id: string): Promise<boolean> {
  const rows = await db.execute(sql`
    with shown as (
      select article_id, text_locale from news_live where article_id = ${id} and locale = ${locale}
        and ${isVisibleAt(momentOf(time))}
    ), noted as (
      insert into news_reads (article_id, user_id, locale, at)
      select article_id, ${reader}, text_locale, ${time.toISOString()} from shown
      on conflict do nothing
    )
    select article_id from shown`);
  return rows.length > 0;
}

export const listCategoriesIn = (db: Db, locale: Locale, { skip, limit }: Page) => {
  const name = locale === 'fr' ? newsCategories.name_fr : newsCategories.name_en;
  return db
    .select({ id: newsCategories.id, name, color: newsCategories.color })
    .from(newsCategories)
    .orderBy(sql`lower(f_unaccent(${name}))`, asc(newsCategories.id))
    .offset(skip)
    .limit(limit);
};
