import type {
  AppNews,
  AppNewsCategory,
  AppNewsCover,
  AppNewsListed,
} from '@agora/contract/features/news/news.app.contract';
import type { Locale } from '@agora/contract/shared/locale';
import type { Db } from '../../../platform/db/client.ts';
import { tagOf } from '../../../platform/http/conditional.ts';
import { longPage } from '../../../platform/http/long-page.ts';
import { Memo } from '../../../platform/memo.ts';
import {
  type AppNewsFilter,
  type AppNewsPage,
  countShownNews,
  findReadIds,
  findShownNews,
  listShownNews,
  type Reading,
} from './news.app.queries.ts';

/** A row of `news_live`, with the reader's own fields. */
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

/** The only conversion from a row to an app response, for the app and the team's preview. */
export const toAppNews = (row: ShownNews & Pick<AppNews, 'html' | 'text'>): AppNews => ({
  ...toAppNewsListed(row),
  html: row.html,
  text: row.text,
});

interface NewsPage {
  data: AppNewsListed[];
  count: number;
}

/** A cached value shared by all readers, and the `ETag` of its shared part. */
type Tagged<Value> = Value & { tag: string };

interface Remembering extends Reading {
  /** Number of changes to news so far. */
  changes: number;
}

interface PageOf extends Remembering, AppNewsPage {
  filter: AppNewsFilter;
}

interface OfReader {
  /** Number of articles the reader has read. */
  reads: number;
}

/** Maximum cached pages and articles; articles are fewer, since each may be long. */
const PAGES = 200;
const ARTICLES = 100;

/** Maximum cached read states; one is valid until its reader reads another article. */
const READS = 10_000;

/** The articles with the read state of one reader. */
export const marked = (data: AppNewsListed[], read: ReadonlySet<string>): AppNewsListed[] =>
  data.map((article) => ({ ...article, is_read: read.has(article.id) }));

const NOTHING: ReadonlySet<string> = new Set();

/** The `ETag` for one reader. */
const tagFor = (tag: string, data: AppNewsListed[]) =>
  tagOf(tag + data.map(({ is_read }) => Number(is_read)).join(''));

/** Reads published articles. Caches pages without a search, articles, and read states. */
export function newsReader(db: Db) {
  const pages = new Memo<Tagged<NewsPage>>(PAGES);
  const articles = new Memo<Tagged<{ article: AppNews }> | undefined>(ARTICLES);
  const reads = new Memo<ReadonlySet<string>>(READS);

  const findPage = async ({ skip, limit, after, filter, ...reading }: PageOf) => {
    const { rows, count } = await longPage(
      { after },
      {
        rows: listShownNews(db, reading, { skip, limit, after }, filter),
        count: countShownNews(db, reading, filter),
        has: async (id) => (await findShownNews(db, reading, id)) !== undefined,
      },
    );
    return { page: { data: rows.map(toAppNewsListed), count: count.count }, until: count.until };
  };

  const rememberPage = (asked: PageOf) => {
    const { locale, skip, limit, after, filter } = asked;
    const key = [locale, skip, limit, after, filter.category_id].join(' ');
    return pages.get({ ...asked, key }, async () => {
      const { page, until } = await findPage(asked);
      const tag = tagOf(JSON.stringify({ ...page, data: marked(page.data, NOTHING) }));
      return { value: { ...page, tag }, until };
    });
  };

  /** Ids of those of the articles (identified by `tag`) that the reader has read. */
  async function readOf(asked: Remembering & OfReader, tag: string, data: AppNewsListed[]) {
    const key = `${asked.reader} ${asked.reads} ${tag}`;
    const { value } = await reads.get({ ...asked, key }, async () => {
      const ids = data.map(({ id }) => id);
      return { value: await findReadIds(db, asked.reader, ids) };
    });
    return value;
  }

  return {
    /** The newest articles, without the read state, which differs per reader. */
    newest: async (asked: Remembering, limit: number): Promise<AppNewsListed[]> =>
      (await rememberPage({ ...asked, skip: 0, limit, filter: {} })).value.data,

    /** A page, and its `ETag` if known without serialising the page. */
    async readPage(asked: PageOf & OfReader): Promise<{ page: NewsPage; tag?: string }> {
      if (asked.filter.search) return { page: (await findPage(asked)).page };
      const { value, isNew } = await rememberPage(asked);
      const { count, tag } = value;
      const data = isNew ? value.data : marked(value.data, await readOf(asked, tag, value.data));
      return { page: { data, count }, tag: tagFor(tag, data) };
    },

    async readArticle(
      idOrSlug: string,
      asked: Remembering & OfReader,
    ): Promise<Tagged<{ article: AppNews }> | undefined> {
      const { locale, now } = asked;
      const key = `${locale} ${idOrSlug}`;
      const { value, isNew } = await articles.get({ ...asked, key }, async () => {
        const found = await findShownNews(db, asked, idOrSlug);
        if (!found) return { value: undefined, until: now };
        const article = toAppNews(found.article);
        const tag = tagOf(JSON.stringify({ ...article, is_read: false }));
        return { value: { article, tag }, until: found.until };
      });
      if (!value) return undefined;
      const { article, tag } = value;
      const is_read = isNew ? article.is_read : (await readOf(asked, tag, [article])).has(article.id);
      return { article: { ...article, is_read }, tag: tagFor(tag, [{ ...article, is_read }]) };
    },
  };
}
