/** Longest texts, in characters as people count them (grapheme clusters). */
export const NEWS_TITLE_MAX = 160;
export const NEWS_EXCERPT_MAX = 300;
export const NEWS_ALT_MAX = 191;

/** Longest name of a category in either language, in such characters. */
export const NEWS_CATEGORY_NAME_MAX = 60;

/** Longest slug; of lower-case ASCII letters, digits and single hyphens, and no UUID. */
export const NEWS_SLUG_MAX = 96;
export const NEWS_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Of a body: bytes as JSON in UTF-8, and levels of nodes in nodes. */
export const NEWS_BODY_BYTES_MAX = 200_000;
export const NEWS_BODY_LEVELS_MAX = 20;

/** Articles that members see pinned at a time or will, and days that one is by default. */
export const NEWS_PINNED_MAX = 3;
export const NEWS_PIN_DAYS = 7;

/** Saves that are kept of an article; what was published is kept for ever. */
export const NEWS_SAVES_KEPT = 50;

/** Days that a deleted article can still be restored. */
export const NEWS_TRASH_DAYS = 30;
