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

interface Asked extends Reading, Page {
  /** How often news has changed. */
  changes: number;
  filter: AppNewsFilter;
}

/** Answers pages of what is published. Those that people come to without searching are remembered. */
export function newsPageReader(db: Db) {
  const memo = new Memo<NewsPage>();
  const read = async ({ skip, limit, filter, ...reading }: Asked) => {
    const [rows, { count, until }] = await Promise.all([
      listShownNews(db, reading, { skip, limit }, filter),
      countShownNews(db, reading, filter),
    ]);
    return { value: { rows, count }, until };
  };
  return async (asked: Asked): Promise<NewsPage> => {
    const { reader, locale, now, changes, skip, limit, filter } = asked;
    if (filter.search) return (await read(asked)).value;
    const key = [locale, skip, limit, filter.category_id].join(' ');
    let own: NewsPage | undefined;
    const page = await memo.get({ key, changes, now }, async () => {
      const made = await read(asked);
      own = made.value;
      return made;
    });
    if (page === own) return page;
    const ids = page.rows.map(({ article_id }) => article_id);
    const found = await findRead(db, reader, ids);
    return { ...page, rows: page.rows.map((row) => ({ ...row, is_read: found.has(row.article_id) })) };
  };
}
