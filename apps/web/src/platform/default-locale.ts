import type { Locale } from './i18n.ts';

/** Default language, from the settings of the service. */
export const DEFAULT_LOCALE: Locale =
  document.querySelector<HTMLMetaElement>('meta[name="default-locale"]')?.content === 'en' ? 'en' : 'fr';
