import { LOCALES } from '../../shared/locales.ts';
import { isSame } from '../../shared/merge.ts';
import type { NewsContent, NewsText } from './news.schema.ts';

type Locale = (typeof LOCALES)[number];

export const NEWS_TEXT_PARTS = ['title', 'excerpt', 'body', 'cover_alt', 'state'] as const;
type TextField = `translations.${Locale}.${(typeof NEWS_TEXT_PARTS)[number]}`;

/** A part of an article that is merged, rejected and compared independently, named by its path. */
export type NewsField = 'cover' | 'missing_locale' | TextField;
export type NewsFields = Record<NewsField, unknown>;

export const NO_TEXT: NewsText = {
  title: '',
  excerpt: '',
  body: { type: 'doc', content: [] },
  cover_alt: '',
  state: 'draft',
};

/** Texts first, in page order. */
export const NEWS_FIELDS: readonly NewsField[] = [
  ...LOCALES.flatMap((locale) => NEWS_TEXT_PARTS.map((part): TextField => `translations.${locale}.${part}`)),
  'cover',
  'missing_locale',
];

/** A missing language has empty texts. */
export function newsFieldsOf({ cover, missing_locale, translations }: NewsContent): NewsFields {
  const texts = LOCALES.flatMap((locale) =>
    NEWS_TEXT_PARTS.map((part) => [
      `translations.${locale}.${part}`,
      (translations[locale] ?? NO_TEXT)[part],
    ]),
  );
  return { ...(Object.fromEntries(texts) as Record<TextField, unknown>), cover, missing_locale };
}

/** The inverse of `newsFieldsOf`. */
export function newsContentOf({ cover, missing_locale, ...texts }: NewsFields): NewsContent {
  const textIn = (locale: Locale) => {
    const parts = NEWS_TEXT_PARTS.map((part) => [part, texts[`translations.${locale}.${part}`]]);
    const text = Object.fromEntries(parts) as NewsText;
    return isSame(text, NO_TEXT) ? null : text;
  };
  return {
    cover: cover as NewsContent['cover'],
    missing_locale: missing_locale as NewsContent['missing_locale'],
    translations: { fr: textIn('fr'), en: textIn('en') },
  };
}
