import type { NewsContent, NewsContentWrite, NewsText } from '@agora/contract/features/news/news.contract';
import type { BlockNode } from '@agora/contract/features/news/news.rich-text.schema';
import { LOCALES, type Locale } from '../../platform/i18n.ts';

export const TEXT_PARTS = ['title', 'excerpt', 'body', 'cover_alt', 'state'] as const;
type TextPart = (typeof TEXT_PARTS)[number];

/** Part of an article, by the path that the API calls it by. */
export type ContentField = 'cover' | 'missing_locale' | `translations.${Locale}.${TextPart}`;

/** What is wrong with parts of an article. */
export type Problems = Partial<Record<ContentField, string>>;

export const FIELDS: readonly ContentField[] = [
  ...LOCALES.flatMap((locale) => TEXT_PARTS.map((part) => `translations.${locale}.${part}` as const)),
  'cover',
  'missing_locale',
];

const NO_TEXT: NewsText = {
  title: '',
  excerpt: '',
  body: { type: 'doc', content: [] },
  cover_alt: '',
  state: 'draft',
};

/** What is written in a language; empty where nothing is. */
export const textIn = (content: NewsContent, locale: Locale): NewsText =>
  content.translations[locale] ?? NO_TEXT;

const isEmptyBlock = (block: BlockNode) => block.type === 'paragraph' && !block.content?.length;

export const isBodyEmpty = ({ body }: NewsText): boolean => body.content.every(isEmptyBlock);

const isBlank = (text: NewsText) =>
  !text.title && !text.excerpt && !text.cover_alt && text.state === 'draft' && isBodyEmpty(text);

/** Content with something else in one language; none at all where nothing is left. */
export function withText(content: NewsContent, locale: Locale, patch: Partial<NewsText>): NewsContent {
  const text = { ...textIn(content, locale), ...patch };
  return { ...content, translations: { ...content.translations, [locale]: isBlank(text) ? null : text } };
}

function partsOf(field: ContentField): [Locale, TextPart] | undefined {
  const [, locale, part] = field.split('.') as [string, Locale?, TextPart?];
  return locale && part ? [locale, part] : undefined;
}

export function valueOf(content: NewsContent, field: ContentField): unknown {
  const parts = partsOf(field);
  if (!parts) return field === 'cover' ? content.cover : content.missing_locale;
  return textIn(content, parts[0])[parts[1]];
}

/** Content with one field as another content has it. */
function withFieldOf(content: NewsContent, field: ContentField, other: NewsContent): NewsContent {
  const parts = partsOf(field);
  if (parts) return withText(content, parts[0], { [parts[1]]: valueOf(other, field) });
  return field === 'cover'
    ? { ...content, cover: other.cover }
    : { ...content, missing_locale: other.missing_locale };
}

/** A value as text that is the same for what is the same, whatever the order in which it was put together. */
const fingerprint = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Whether a field is the same in both, as the service keeps it. An empty paragraph is no text. */
export function isSameIn(field: ContentField, one: NewsContent, other: NewsContent): boolean {
  const parts = partsOf(field);
  if (parts?.[1] === 'body' && [one, other].every((content) => isBodyEmpty(textIn(content, parts[0]))))
    return true;
  return fingerprint(trimmed(valueOf(one, field))) === fingerprint(trimmed(valueOf(other, field)));
}

export const isSame = (one: NewsContent, other: NewsContent): boolean =>
  FIELDS.every((field) => isSameIn(field, one, other));

/** `mine` with the fields of `theirs` that `isTheirs` says. */
export const mixed = (
  mine: NewsContent,
  theirs: NewsContent,
  isTheirs: (field: ContentField) => boolean,
): NewsContent =>
  FIELDS.filter(isTheirs).reduce((content, field) => withFieldOf(content, field, theirs), mine);

/** Content as it is sent. */
export const writtenOf = ({ cover, missing_locale, translations }: NewsContent): NewsContentWrite => ({
  cover: cover && { media_id: cover.media_id, focal_x: cover.focal_x, focal_y: cover.focal_y },
  missing_locale,
  translations,
});
