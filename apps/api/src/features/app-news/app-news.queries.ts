import { APP_NEWS_COUNT_MAX } from '@agora/contract/features/app-news/app-news.contract';
import type { Locale } from '@agora/contract/features/users/users.contract';
import type { Page } from '@agora/contract/shared/pagination';
import { and, asc, count, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type Db, prepared } from '../../platform/db/client.ts';
import { when } from '../../platform/db/search.ts';
import { newsLive, newsReads, newsSlugs } from '../news/news.table.ts';
import { newsCategories } from '../news-categories/news-categories.table.ts';

/** Who asks, when, and for which part of the list. */
interface Reading {
  reader: string;
  locale: Locale;
  now: Date;
}

export interface AppNewsFilter {
  category_id?: string | undefined;
  search?: string | undefined;
}

const now = sql`${sql.placeholder('now')}::timestamptz`;
const argsOf = ({ reader, locale, now: time }: Reading) => ({ reader, locale, now: time.toISOString() });

/** What members of a language see at a moment. */
const isShown = and(
  sql`${newsLive.locale} = ${sql.placeholder('locale')}`,
  lte(newsLive.visible_from, now),
  or(isNull(newsLive.visible_to), gt(newsLive.visible_to, now)),
);

const isPinned = sql<boolean>`coalesce(${newsLive.pinned_until} > ${now}, false)`;

/** Words that are looked for; more don't narrow a search down. */
const WORDS_MAX = 10;

/** Of every word at least the beginning. Without any there is nothing to be found. */
function hasWords(search: string): SQL {
  const words = search.match(/[\p{L}\p{N}]+/gu)?.slice(0, WORDS_MAX) ?? [];
  if (words.length === 0) return sql`false`;
  return sql`${newsLive.search} @@ to_tsquery('simple', f_unaccent(${words.map((word) => `${word}:*`).join(' & ')}))`;
}

const matches = ({ category_id, search }: AppNewsFilter) =>
  and(
    isShown,
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
 * Those that are pinned, which are few, and as many of the others as the page reaches: so a page costs the same
 * among 100 articles and 100,000.
 */
function pageOf(db: Db, filter: AppNewsFilter) {
  const pinned = db
    .select({ ...columns, is_pinned: sql<boolean>`true`.as('is_pinned') })
    .from(newsLive)
    .where(and(matches(filter), gt(newsLive.pinned_until, now)));
  const others = db
    .select({ ...columns, is_pinned: sql<boolean>`false`.as('is_pinned') })
    .from(newsLive)
    .where(and(matches(filter), or(isNull(newsLive.pinned_until), lte(newsLive.pinned_until, now))))
    .orderBy(desc(newsLive.visible_from), desc(newsLive.article_id))
    .limit(sql.placeholder('reach'));
  const page = unionAll(pinned, others)
    .orderBy(sql`is_pinned desc`, sql`visible_from desc`, sql`article_id desc`)
    .offset(sql.placeholder('skip'))
    .limit(sql.placeholder('limit'))
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
      category: {
        id: newsCategories.id,
        name: nameIn(sql`${page.locale}`),
        color: newsCategories.color,
      },
      visible_from: page.visible_from,
      is_pinned: page.is_pinned,
      is_read: sql<boolean>`${newsReads.user_id} is not null`,
    })
    .from(page)
    .leftJoin(newsCategories, eq(newsCategories.id, page.category_id))
    .leftJoin(
      newsReads,
      and(
        eq(newsReads.article_id, page.article_id),
        sql`${newsReads.user_id} = ${sql.placeholder('reader')}`,
      ),
    )
    .orderBy(desc(page.is_pinned), desc(page.visible_from), desc(page.article_id));
}

const latest = prepared((db) => pageOf(db, {}).prepare('app_news_latest'));

export function listShownNews(db: Db, reading: Reading, { skip, limit }: Page, filter: AppNewsFilter) {
  const args = { ...argsOf(reading), skip, limit, reach: skip + limit };
  const isFiltered = filter.category_id !== undefined || Boolean(filter.search);
  return isFiltered ? pageOf(db, filter).prepare('').execute(args) : latest(db, args);
}

const countOf = (db: Db, filter: AppNewsFilter) =>
  db
    .select({ count: count() })
    .from(
      db
        .select({ id: newsLive.article_id })
        .from(newsLive)
        .where(matches(filter))
        .limit(APP_NEWS_COUNT_MAX)
        .as('counted'),
    );

const countLatest = prepared((db) => countOf(db, {}).prepare('app_news_count'));

/** How many there are, up to `APP_NEWS_COUNT_MAX`. */
export async function countShownNews(db: Db, reading: Reading, filter: AppNewsFilter): Promise<number> {
  const { locale, now: time } = argsOf(reading);
  const isFiltered = filter.category_id !== undefined || Boolean(filter.search);
  const args = { locale, now: time };
  const [row] = isFiltered
    ? await countOf(db, filter).prepare('').execute(args)
    : await countLatest(db, args);
  return row?.count ?? 0;
}

const articleBy = (db: Db, isAsked: SQL | undefined) =>
  db
    .select({
      ...columns,
      html: newsLive.html,
      text: newsLive.text,
      category: { id: newsCategories.id, name: nameIn(newsLive.locale), color: newsCategories.color },
      is_pinned: isPinned,
      is_read: sql<boolean>`${newsReads.user_id} is not null`,
    })
    .from(newsLive)
    .leftJoin(newsCategories, eq(newsCategories.id, newsLive.category_id))
    .leftJoin(
      newsReads,
      and(
        eq(newsReads.article_id, newsLive.article_id),
        sql`${newsReads.user_id} = ${sql.placeholder('reader')}`,
      ),
    )
    .where(and(isShown, isAsked));

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

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function findShownNews(db: Db, reading: Reading, idOrSlug: string) {
  const args = argsOf(reading);
  const [row] = UUID.test(idOrSlug)
    ? await articleById(db, { ...args, id: idOrSlug })
    : await articleBySlug(db, { ...args, slug: idOrSlug });
  return row;
}

/** Notes who read what in which language, the first time. @returns whether there is such an article */
export async function markRead(db: Db, { reader, locale, now: time }: Reading, id: string): Promise<boolean> {
  const rows = await db.execute(sql`
    with shown as (
      select article_id, text_locale from news_live where article_id = ${id} and locale = ${locale}
        and visible_from <= ${time.toISOString()} and (visible_to is null or visible_to > ${time.toISOString()})
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
