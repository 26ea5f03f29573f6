/** Minimum and maximum length of a password, in code points. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** Maximum length of a person's name, in code points. */
export const FULL_NAME_MAX = 255;

/** Maximum length of a search, in code points: in a URL, each may take nine bytes. */
export const SEARCH_MAX = 255;

/** Maximum length of a link, in code points. */
export const URL_MAX = 2048;

/** Maximum number of ids in one call; a filter has no such limit. */
export const BULK_IDS_MAX = 1000;

/** Maximum number of rows in one response. */
export const LIMIT_MAX = 1000;
