import type { Locale } from '../../shared/locale.ts';
import { LOCALES } from '../../shared/locales.ts';
import type { DailyMessageText, MissingLocale, Translations } from './daily-messages.schema.ts';

/** Returns true if a text can be shown to members: it has a body. */
export const isComplete = (text: DailyMessageText | null | undefined): text is DailyMessageText =>
  Boolean(text?.body.trim());

export const completeLocales = (translations: Translations): Locale[] =>
  LOCALES.filter((locale) => isComplete(translations[locale]));

interface ShownText extends DailyMessageText {
  locale: Locale;
  is_fallback: boolean;
}

interface Written {
  translations: Translations;
  missing_locale: MissingLocale;
}

/** Returns the text that a reader sees: the single rule for app, preview and editor. */
export function textFor(
  { translations, missing_locale }: Written,
  locale: Locale,
  defaultLocale: Locale,
): ShownText | undefined {
  const own = translations[locale];
  if (isComplete(own)) return { ...own, locale, is_fallback: false };
  if (missing_locale === 'hide') return undefined;
  const fallback = [defaultLocale, ...LOCALES].find((other) => isComplete(translations[other]));
  const text = fallback && translations[fallback];
  return fallback && text ? { ...text, locale: fallback, is_fallback: true } : undefined;
}
