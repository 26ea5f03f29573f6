import type {
  AppNews,
  AppNewsCategory,
  AppNewsCover,
  AppNewsListed,
} from '@agora/contract/features/app-news/app-news.contract';
import type { Locale } from '@agora/contract/features/users/users.contract';
import type { Page } from '@agora/contract/shared/pagination';
import type { Db } from '../../platform/db/client.ts';
import { Memo } from '../../platform/memo.ts';
import {
  type AppNewsFilter,
  countShownNews,
  findRead,
  findShownNews,
  listShownNews,
  type Reading,
} from './app-news.queries.ts';

/** An article as it lies in `news_live`, and what its reader has to do with it. */
export interface ShownNews {
  article_id: string;
  slug: string;
  locale: Locale;
  text_locale: Locale;
  title: string;
  excerpt: string;
  cover: AppNewsCover | null;
  category: AppNewsCategory | null;
  visible_from: Date;
  is_pinned: boolean;
  is_read: boolean;
}

export const toAppNewsListed = ({
  article_id,
  slug,
  locale,
  text_locale,
  visible_from,
  ...row
}: ShownNews): AppNewsListed => ({
  ...row,
  id: article_id,
  canonical_slug: slug,
  locale: text_locale,
  is_fallback: text_locale !== locale,
  published_at: visible_from.toISOString(),
});

/** The one way from a row to what phones get: for the app, and for the preview of the team. */
export const toAppNews = (row: ShownNews & Pick<AppNews, 'html' | 'text'>): AppNews => ({
  ...toAppNewsListed(row),
  html: row.html,
  text: row.text,
});

interface NewsPage {
  rows: ShownNews[];
  count: number;
}

interface Remembering extends Reading {
  /** How often news has changed. */
  changes: number;
}

interface PageAsked extends Remembering, Page {
  filter: AppNewsFilter;
}

type Article = ShownNews & Pick<AppNews, 'html' | 'text'>;

/** Pages and articles that are remembered: of the latter each may be as long as articles get. */
const PAGES = 200;
const ARTICLES = 100;

/** Answers what is published. What people come to without searching is remembered, but not whether they read it. */
export function newsReader(db: Db) {
  const pages = new Memo<NewsPage>(PAGES);
  const articles = new Memo<Article | undefined>(ARTICLES);

  const findPage = async ({ skip, limit, filter, ...reading }: PageAsked) => {
    const [rows, { count, until }] = await Promise.all([
      listShownNews(db, reading, { skip, limit }, filter),
      countShownNews(db, reading, filter),
    ]);
    return { value: { rows, count }, until };
  };

  return {
    async readPage(asked: PageAsked): Promise<NewsPage> {
      const { reader, locale, skip, limit, filter } = asked;
      if (filter.search) return (await findPage(asked)).value;
      const key = [locale, skip, limit, filter.category_id].join(' ');
      const { value: page, isNew } = await pages.get({ ...asked, key }, () => findPage(asked));
      if (isNew) return page;
      const ids = page.rows.map(({ article_id }) => article_id);
      const read = await findRead(db, reader, ids);
      return { ...page, rows: page.rows.map((row) => ({ ...row, is_read: read.has(row.article_id) })) };
    },

    async readArticle(idOrSlug: string, asked: Remembering): Promise<Article | undefined> {
      const { reader, locale, now } = asked;
      const key = `${locale} ${idOrSlug}`;
      const { value: article, isNew } = await articles.get({ ...asked, key }, async () => {
        const found = await findShownNews(db, asked, idOrSlug);
        return { value: found?.article, until: found ? found.until : now };
      });
      if (!article || isNew) return article;
      const read = await findRead(db, reader, [article.article_id]);
      return { ...article, is_read: read.has(article.article_id) };
    },
  };
}
