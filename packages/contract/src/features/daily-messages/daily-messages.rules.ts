/** Maximum text lengths, in grapheme clusters. */
export const DAILY_TITLE_MAX = 120;
export const DAILY_BODY_MAX = 1000;
export const DAILY_AUTHOR_MAX = 120;

/** Maximum size of a pasted table, in code points. */
export const DAILY_IMPORT_MAX = 500_000;
