import type {
  AppNews,
  AppNewsCategory,
  AppNewsCover,
  AppNewsListed,
} from '@agora/contract/features/app-news/app-news.contract';
import type { Locale } from '@agora/contract/features/users/users.contract';
import type { Page } from '@agora/contract/shared/pagination';
import type { Db } from '../../platform/db/client.ts';
import { tagOf } from '../../platform/http/conditional.ts';
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

const toAppNewsListed = ({
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
  data: AppNewsListed[];
  count: number;
}

/** What is remembered for all readers, and the `ETag` of what is the same for them. */
type Tagged<Value> = Value & { tag: string };

interface Remembering extends Reading {
  /** How often news has changed. */
  changes: number;
}

interface PageAsked extends Remembering, Page {
  filter: AppNewsFilter;
}

/** Pages and articles that are remembered: of the latter each may be as long as articles get. */
const PAGES = 200;
const ARTICLES = 100;

/** Whose articles were found read: that stays so, and need not be looked up again. */
const READS = 10_000;

/** The same with what one reader has read of it. */
export const marked = (data: AppNewsListed[], read: ReadonlySet<string>): AppNewsListed[] =>
  data.map((article) => ({ ...article, is_read: read.has(article.id) }));

const NOTHING: ReadonlySet<string> = new Set();

/** The `ETag` of what one reader gets. */
const tagFor = (tag: string, data: AppNewsListed[]) =>
  tagOf(tag + data.map(({ is_read }) => Number(is_read)).join(''));

/** Answers what is published. What people come to without searching is remembered, and of one article who read it. */
export function newsReader(db: Db) {
  const pages = new Memo<Tagged<NewsPage>>(PAGES);
  const articles = new Memo<Tagged<{ article: AppNews }> | undefined>(ARTICLES);
  const reads = new Set<string>();

  const findPage = async ({ skip, limit, filter, ...reading }: PageAsked) => {
    const [rows, { count, until }] = await Promise.all([
      listShownNews(db, reading, { skip, limit }, filter),
      countShownNews(db, reading, filter),
    ]);
    return { page: { data: rows.map(toAppNewsListed), count }, until };
  };

  const rememberPage = (asked: PageAsked) => {
    const { locale, skip, limit, filter } = asked;
    const key = [locale, skip, limit, filter.category_id].join(' ');
    return pages.get({ ...asked, key }, async () => {
      const { page, until } = await findPage(asked);
      const tag = tagOf(JSON.stringify({ ...page, data: marked(page.data, NOTHING) }));
      return { value: { ...page, tag }, until };
    });
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
    newest: async (asked: Remembering, limit: number): Promise<AppNewsListed[]> =>
      (await rememberPage({ ...asked, skip: 0, limit, filter: {} })).value.data,

    /** A page, and its `ETag` where that is known without looking at the whole. */
    async readPage(asked: PageAsked): Promise<{ page: NewsPage; tag?: string }> {
      if (asked.filter.search) return { page: (await findPage(asked)).page };
      const { value, isNew } = await rememberPage(asked);
      const { count, tag } = value;
      const ids = value.data.map(({ id }) => id);
      const data = isNew ? value.data : marked(value.data, await findRead(db, asked.reader, ids));
      return { page: { data, count }, tag: tagFor(tag, data) };
    },

    async readArticle(
      idOrSlug: string,
      asked: Remembering,
    ): Promise<Tagged<{ article: AppNews }> | undefined> {
      const { reader, locale, now } = asked;
      const key = `${locale} ${idOrSlug}`;
      const { value, isNew } = await articles.get({ ...asked, key }, async () => {
        const found = await findShownNews(db, asked, idOrSlug);
        if (!found) return { value: undefined, until: now };
        const article = toAppNews(found.article);
        const tag = tagOf(JSON.stringify({ ...article, is_read: false }));
        return { value: { article, tag }, until: found.until };
      });
      if (!value) return undefined;
      const { is_read } = value.article;
      const article = {
        ...value.article,
        is_read: isNew ? is_read : await hasRead(reader, value.article.id),
      };
      return { article, tag: tagFor(value.tag, [article]) };
    },
  };
}
