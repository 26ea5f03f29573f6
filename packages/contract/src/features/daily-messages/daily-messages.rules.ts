import type { Errors } from '../../shared/errors.ts';

/** Maximum text lengths, in grapheme clusters. */
export const DAILY_TITLE_MAX = 120;
export const DAILY_BODY_MAX = 1000;
export const DAILY_AUTHOR_MAX = 120;

/** Maximum size of a pasted table, in code points. */
export const DAILY_IMPORT_MAX = 500_000;

/** Columns of an imported or exported table, with their name per language. Imports take both. */
export const DAILY_COLUMNS = {
  day: { en: 'day', fr: 'jour' },
  fr_title: { en: 'fr_title', fr: 'titre_fr' },
  fr_body: { en: 'fr_body', fr: 'texte_fr' },
  fr_author: { en: 'fr_author', fr: 'auteur_fr' },
  en_title: { en: 'en_title', fr: 'titre_en' },
  en_body: { en: 'en_body', fr: 'texte_en' },
  en_author: { en: 'en_author', fr: 'auteur_en' },
  link: { en: 'link', fr: 'lien' },
  status: { en: 'status', fr: 'statut' },
  missing_locale: { en: 'missing_locale', fr: 'langue_manquante' },
} as const;
export type DailyColumn = keyof typeof DAILY_COLUMNS;

export const dailyMessagesErrors = {
  daily_message_not_found: [404, 'Daily message not found'],
  no_message: [404, 'There is no message for this day'],
  day_taken: [409, 'This day has a message already'],
  day_over: [409, 'This day is over: only the texts of its message can be changed'],
  default_locale_missing: [409, 'A message that is ready needs a body in the default language'],
  shift_too_far: [409, 'The following messages would move too far into the future'],
} as const satisfies Errors;
