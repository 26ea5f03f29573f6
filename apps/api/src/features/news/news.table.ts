import type { AppNewsCover } from '@agora/contract/features/news/news.app.contract';
import type { NewsContent, RevisionKind } from '@agora/contract/features/news/news.schema';
import type { Locale } from '@agora/contract/shared/locale';
import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';
import { newsCategories } from './news.categories.table.ts';

const person = () => uuid().references(() => users.id, { onDelete: 'set null' });
const category = () => uuid().references(() => newsCategories.id, { onDelete: 'set null' });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Text that the team's search matches; the trigram index below uses exactly this expression. */
export const newsSearchText = sql`lower(f_unaccent(news_text(news_articles.content)))`;

/** Keys of the words and lines of titles; the index below uses exactly this expression. */
export const newsSearchKeys = sql`search_keys(news_titles(content), search_text)`;

/**
 * Articles of the team. `live` ones have rows in `news_live`: their times decide when members see them.
 * Triggers: `news_articles_audited` (audit log), `news_articles_end_approvals` (requests for approval of an earlier
 * version).
 */
export const newsArticles = pgTable(
  'news_articles',
  {
    id: uuid().primaryKey(),
    status: text().$type<'draft' | 'live' | 'archived'>().notNull(),
    slug: text().notNull(),
    /** True if the slug was chosen, and so does not follow the title. */
    has_chosen_slug: boolean().notNull().default(false),
    category_id: category(),
    content: jsonb().$type<NewsContent>().notNull(),
    /** True if `content` differs from the live revision. */
    has_changes: boolean().notNull().default(false),
    live_revision_id: uuid(),
    visible_from: moment(),
    visible_to: moment(),
    /** Time of first publication, or its scheduled time. */
    first_published_at: moment(),
    pinned_until: moment(),
    /** Version of `content` alone. */
    version: integer().notNull().default(1),
    created_at: moment().notNull(),
    created_by: person(),
    updated_at: moment().notNull(),
    updated_by: person(),
    /** Time when it was moved to the trash. */
    deleted_at: moment(),
    /** Titles as searches compare them, a line each. */
    search_text: text().notNull().generatedAlwaysAs(sql`lower(f_unaccent(news_titles(content)))`),
  },
  (table) => [
    index('news_articles_updated').on(table.updated_at, table.id),
    index('news_articles_visible').on(table.visible_from, table.id),
    index('news_articles_created').on(table.created_at, table.id),
    index('news_articles_category').on(table.category_id),
    index('news_articles_created_by').on(table.created_by),
    index('news_articles_updated_by').on(table.updated_by),
    index('news_articles_pinned').on(table.pinned_until).where(sql`pinned_until is not null`),
    index('news_articles_deleted').on(table.deleted_at).where(sql`deleted_at is not null`),
    index('news_articles_titles').using('gin', table.search_text.op('gin_trgm_ops')),
    index('news_articles_search_keys').using('gin', newsSearchKeys),
    index('news_articles_search').using('gin', sql`lower(f_unaccent(news_text(content))) gin_trgm_ops`),
    check('news_articles_status', sql`status in ('draft', 'live', 'archived')`),
    check(
      'news_articles_live',
      sql`(status = 'live') = (visible_from is not null) and (status = 'live') = (live_revision_id is not null)`,
    ),
    check('news_articles_visible', sql`visible_to > visible_from`),
  ],
);

export type NewsArticle = typeof newsArticles.$inferSelect;
export type NewNewsArticle = typeof newsArticles.$inferInsert;

const article = () =>
  uuid()
    .notNull()
    .references(() => newsArticles.id, { onDelete: 'cascade' });

/**
 * Slugs that an article has or, since its first publication, had. The slug is claimed before its article is
 * inserted: the migration defers the foreign key to the end of the transaction. Trigger: `news_slugs_changes`
 * (version of what the app caches).
 */
export const newsSlugs = pgTable(
  'news_slugs',
  { slug: text().primaryKey(), article_id: article() },
  (table) => [index('news_slugs_article').on(table.article_id)],
);

/** Pictures used in a text, which must be kept. */
const shownMedia = () => uuid().array().notNull().default(sql`'{}'`);

/** Past versions of an article. */
export const newsRevisions = pgTable(
  'news_revisions',
  {
    id: uuid().primaryKey(),
    article_id: article(),
    kind: text().$type<RevisionKind>().notNull(),
    version: integer().notNull(),
    content: jsonb().$type<NewsContent>().notNull(),
    media_ids: shownMedia(),
    created_at: moment().notNull(),
    created_by: person(),
  },
  (table) => [
    index('news_revisions_article').on(table.article_id, table.version, table.id),
    index('news_revisions_media').using('gin', table.media_ids),
    index('news_revisions_created_by').on(table.created_by),
    check('news_revisions_kind', sql`kind in ('save', 'publish', 'restore')`),
  ],
);

export type NewsRevisionRow = typeof newsRevisions.$inferSelect;

/** Unsaved edits. */
export const newsAutosaves = pgTable(
  'news_autosaves',
  {
    article_id: article(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Version of the article it is based on. */
    version: integer().notNull(),
    content: jsonb().$type<NewsContent>().notNull(),
    media_ids: shownMedia(),
    saved_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.article_id, table.user_id] }),
    index('news_autosaves_user').on(table.user_id),
    index('news_autosaves_media').using('gin', table.media_ids),
  ],
);

/**
 * The members' view, one row per reader language, with a fallback language. The app reads articles only from
 * here, so that nothing else can leak. Trigger: `news_live_changes` (version of what the app caches).
 */
export const newsLive = pgTable(
  'news_live',
  {
    article_id: article(),
    locale: text().$type<Locale>().notNull(),
    /** Language of the texts. */
    text_locale: text().$type<Locale>().notNull(),
    slug: text().notNull(),
    category_id: category(),
    title: text().notNull(),
    excerpt: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    cover: jsonb().$type<AppNewsCover>(),
    visible_from: moment().notNull(),
    visible_to: moment(),
    pinned_until: moment(),
    /** Stems of title, excerpt and text, without accents. */
    search: tsvector().generatedAlwaysAs(
      sql`to_tsvector(news_language(text_locale), f_unaccent(title || ' ' || excerpt || ' ' || text))`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.article_id, table.locale] }),
    // With `visible_to`, so that counting reads the index alone.
    index('news_live_newest').on(table.locale, table.visible_from, table.article_id, table.visible_to),
    index('news_live_category').on(table.locale, table.category_id, table.visible_from, table.article_id),
    index('news_live_pinned').on(table.locale, table.pinned_until).where(sql`pinned_until is not null`),
    index('news_live_categories').on(table.category_id),
    index('news_live_ends').on(table.locale, table.visible_to).where(sql`visible_to is not null`),
    index('news_live_search').using('gin', table.search),
    check('news_live_locale', sql`locale in ('fr', 'en') and text_locale in ('fr', 'en')`),
  ],
);

export type NewsLive = typeof newsLive.$inferSelect;
export type NewNewsLive = typeof newsLive.$inferInsert;

/**
 * Reads of articles, with their language. Triggers: `news_reads_counted` (a member's reads), `news_reads_at_changed`
 * (dashboard).
 */
export const newsReads = pgTable(
  'news_reads',
  {
    article_id: article(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    locale: text().$type<Locale>().notNull(),
    at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.article_id, table.user_id] }),
    index('news_reads_article').on(table.article_id, table.at),
    index('news_reads_at').on(table.at, table.article_id),
    index('news_reads_user').on(table.user_id),
    check('news_reads_locale', sql`locale in ('fr', 'en')`),
  ],
);

/** Condition on `news_live`: members see the article at a given time. */
export const isVisibleAt = (at: SQL): SQL =>
  sql`(${newsLive.visible_from} <= ${at} and (${newsLive.visible_to} is null or ${newsLive.visible_to} > ${at}))`;
