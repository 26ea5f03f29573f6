import type {
  AppNews,
  AppNewsCategory,
  AppNewsCover,
  AppNewsListed,
} from '@agora/contract/features/app-news/app-news.contract';
import type { Locale } from '@agora/contract/features/users/users.contract';

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
