import {
  NEWS_FIELDS,
  type NewsField,
  type NewsFields,
  NO_TEXT,
  newsContentOf,
  newsFieldsOf,
} from '@agora/contract/features/news/news.fields.rules';
import type { BlockNode, RichText } from '@agora/contract/features/news/news.rich-text.schema';
import type { NewsContent, NewsContentWrite, NewsText } from '@agora/contract/features/news/news.schema';
import { isSame, mergeFields } from '@agora/contract/shared/merge';
import type { Locale } from '../../../platform/i18n.ts';

/** Errors of an article's parts. */
export type Problems = Partial<Record<NewsField, string>>;

/** Content in a language; empty if there is none. */
export const textIn = (content: NewsContent, locale: Locale): NewsText =>
  content.translations[locale] ?? NO_TEXT;

const isBlankBlock = (block: BlockNode) => block.type === 'paragraph' && !block.content?.length;

/**
 * True if there are only empty paragraphs, as in a new editor. An empty heading counts as content here,
 * unlike in `isEmpty`, which decides what members see.
 */
export const isBlankBody = ({ content }: RichText): boolean => content.every(isBlankBlock);

const isBlank = ({ title, excerpt, cover_alt, state, body }: NewsText) =>
  !title && !excerpt && !cover_alt && state === 'draft' && isBlankBody(body);

/** Updates the text of one language; null if nothing is left of it. */
export function withText(content: NewsContent, locale: Locale, patch: Partial<NewsText>): NewsContent {
  const text = { ...textIn(content, locale), ...patch };
  return { ...content, translations: { ...content.translations, [locale]: isBlank(text) ? null : text } };
}

/** Normalised as the API stores it, with blank bodies emptied. */
function normal(content: NewsContent): NewsFields {
  const fields = Object.entries(newsFieldsOf(content)).map(([field, value]) => {
    if (typeof value === 'string') return [field, value.trim()];
    return [field, field.endsWith('.body') && isBlankBody(value as RichText) ? NO_TEXT.body : value];
  });
  return Object.fromEntries(fields) as NewsFields;
}

/** The fields that differ. */
export function changedFields(one: NewsContent, other: NewsContent): NewsField[] {
  const [fields, others] = [normal(one), normal(other)];
  return NEWS_FIELDS.filter((field) => !isSame(fields[field], others[field]));
}

export const isSameContent = (one: NewsContent, other: NewsContent): boolean =>
  changedFields(one, other).length === 0;

/** `mine` with some fields of `theirs`. */
export function withFieldsOf(
  mine: NewsContent,
  theirs: NewsContent,
  fields: readonly NewsField[],
): NewsContent {
  const others = newsFieldsOf(theirs);
  const taken = Object.fromEntries(fields.map((field) => [field, others[field]]));
  return newsContentOf({ ...newsFieldsOf(mine), ...taken });
}

/** Merges two edits of one content; fields that both changed differently keep `mine`. */
export function merge(base: NewsContent, mine: NewsContent, theirs: NewsContent) {
  const { theirs: taken, conflicts } = mergeFields(normal(base), normal(mine), normal(theirs));
  return { content: withFieldsOf(mine, theirs, taken), conflicts };
}

/** Content of a request. */
export const requestContent = ({ cover, missing_locale, translations }: NewsContent): NewsContentWrite => ({
  cover: cover && { media_id: cover.media_id, focal_x: cover.focal_x, focal_y: cover.focal_y },
  missing_locale,
  translations,
});
