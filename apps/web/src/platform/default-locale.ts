import { LOCALES } from '@agora/contract/shared/locales';
import { getLocale, type Locale } from './i18n.ts';

/** Default language, from the settings of the service. */
export const DEFAULT_LOCALE: Locale =
  document.querySelector<HTMLMetaElement>('meta[name="default-locale"]')?.content === 'en' ? 'en' : 'fr';

/** All languages in order of preference: the reader's, the default, the others. */
export const preferredLocales = (): Locale[] => [...new Set([getLocale(), DEFAULT_LOCALE, ...LOCALES])];

/** The first value that is not empty, in order of preference. */
export const firstIn = <Value>(
  valueIn: (locale: Locale) => Value,
): Exclude<Value, null | '' | undefined> | undefined =>
  preferredLocales().map(valueIn).find(Boolean) as Exclude<Value, null | '' | undefined> | undefined;
