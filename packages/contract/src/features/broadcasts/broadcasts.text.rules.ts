import type { Locale } from '../../shared/locale.ts';
import { LOCALES } from '../../shared/locales.ts';
import type { BroadcastTranslations } from './broadcasts.schema.ts';

/** The languages in which a push can be sent: those with a title and a body. */
export const completeLocales = (translations: BroadcastTranslations): Locale[] =>
  LOCALES.filter((locale) => translations[locale]?.title.trim() && translations[locale].body.trim());
