import { LOCALES } from '@agora/contract/shared/locales';
import { getLocale, type Locale } from './i18n.ts';

/** Default language, from the settings of the service. */
export const DEFAULT_LOCALE: Locale =
  document.querySelector<HTMLMetaElement>('meta[name="default-locale"]')?.content === 'en' ? 'en' : 'fr';

/** Languages in which to look for a text: the reader's, the default one, any other. */
export const readingOrder = (): Locale[] => [...new Set([getLocale(), DEFAULT_LOCALE, ...LOCALES])];
