import type { Errors } from '../../shared/errors.ts';

/** Maximum text lengths, in grapheme clusters. */
export const NEWS_TITLE_MAX = 160;
export const NEWS_EXCERPT_MAX = 300;
export const NEWS_ALT_MAX = 191;
export const NEWS_CAPTION_MAX = 300;

/** Maximum length of a category name in either language, in grapheme clusters. */
export const NEWS_CATEGORY_NAME_MAX = 60;

/** Maximum length of a slug; lower-case ASCII letters, digits and single hyphens, not a UUID. */
export const NEWS_SLUG_MAX = 96;
export const NEWS_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Limits of a body: bytes as JSON in UTF-8, and nesting levels of nodes. */
export const NEWS_BODY_BYTES_MAX = 200_000;
export const NEWS_BODY_LEVELS_MAX = 20;

/** Maximum number of pinned articles, current or scheduled, and default days of a pin. */
export const NEWS_PINNED_MAX = 3;
export const NEWS_PIN_DAYS = 7;

/** Saves kept per article; published revisions are kept forever. */
export const NEWS_SAVES_KEPT = 50;

/** Days during which a deleted article can be restored. */
export const NEWS_TRASH_DAYS = 30;

export const newsErrors = {
  news_not_found: [404, 'Article not found'],
  news_revision_not_found: [404, 'Revision not found'],
  news_category_not_found: [404, 'Category not found'],
  no_news: [404, 'There is no such article'],
  autosave_conflict: [409, 'This article is being written in another window too'],
  not_publishable: [409, 'Something is missing before this can be published'],
  slug_taken: [409, 'Another article has or had this slug'],
  category_name_taken: [409, 'There is a category of this name'],
  too_many_pinned: [409, 'Three articles are pinned already'],
} as const satisfies Errors;
