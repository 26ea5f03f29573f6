import type { Errors } from '../../shared/errors.ts';

export const RATING_TARGETS = ['app', 'news', 'daily_message'] as const;

/** Maximum length of a comment, in grapheme clusters. */
export const RATING_COMMENT_MAX = 1000;

/** Maximum length of an app version's name, in code points. */
export const APP_VERSION_MAX = 32;

export const ratingsErrors = {
  rating_not_found: [404, 'Rating not found'],
  rating_target_not_found: [404, 'Rating target not found'],
} as const satisfies Errors;
