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

/** Whose articles were found read: that stays so, and need not be looked up again. */
const READS = 10_000;

/** The same with what one reader has read of it. */
export const marked = (rows: ShownNews[], read: ReadonlySet<string>): ShownNews[] =>
  rows.map((row) => ({ ...row, is_read: read.has(row.article_id) }));

/** Answers what is published. What people come to without searching is remembered, and of one article who read it. */
export function newsReader(db: Db) {
  const pages = new Memo<NewsPage>(PAGES);
  const articles = new Memo<Article | undefined>(ARTICLES);
  const reads = new Set<string>();

  const findPage = async ({ skip, limit, filter, ...reading }: PageAsked) => {
    const [rows, { count, until }] = await Promise.all([
      listShownNews(db, reading, { skip, limit }, filter),
      countShownNews(db, reading, filter),
    ]);
    return { value: { rows, count }, until };
  };

  const rememberPage = (asked: PageAsked) => {
    const { locale, skip, limit, filter } = asked;
    const key = [locale, skip, limit, filter.category_id].join(' ');
    return pages.get({ ...asked, key }, () => findPage(asked));
  };

  async function hasRead(reader: string, id: string): Promise<boolean> {
    const key = `${reader} ${id}`;
    if (reads.has(key)) return true;
    const isRead = (await findRead(db, reader, [id])).has(id);
    if (isRead) {
      if (reads.size >= READS) reads.clear();
      reads.add(key);
    }
    return isRead;
  }

  return {
    /** The newest, read or not: that is another reader's. */
    newest: async (asked: Remembering, limit: number): Promise<ShownNews[]> =>
      (await rememberPage({ ...asked, skip: 0, limit, filter: {} })).value.rows,

    async readPage(asked: PageAsked): Promise<NewsPage> {
      if (asked.filter.search) return (await findPage(asked)).value;
      const { value: page, isNew } = await rememberPage(asked);
      if (isNew) return page;
      const ids = page.rows.map(({ article_id }) => article_id);
      return { ...page, rows: marked(page.rows, await findRead(db, asked.reader, ids)) };
    },

    async readArticle(idOrSlug: string, asked: Remembering): Promise<Article | undefined> {
      const { reader, locale, now } = asked;
      const key = `${locale} ${idOrSlug}`;
      const { value: article, isNew } = await articles.get({ ...asked, key }, async () => {
        const found = await findShownNews(db, asked, idOrSlug);
        return { value: found?.article, until: found ? found.until : now };
      });
      if (!article || isNew) return article;
      return { ...article, is_read: await hasRead(reader, article.article_id) };
    },
  };
}
