import {
  type NewsFields,
  newsContentOf,
  newsFieldsOf,
} from '@agora/contract/features/news/news.fields.rules';
import { isEmpty } from '@agora/contract/features/news/news.publishing.rules';
import { type BlockNode, type ImageNode } from '@agora/contract/features/news/news.rich-text.schema';
import type { NewsContent, NewsContentWrite, NewsText } from '@agora/contract/features/news/news.schema';
import type { Locale } from '@agora/contract/shared/locale';
import { LOCALES } from '@agora/contract/shared/locales';
import { mergeFields } from '@agora/contract/shared/merge';
import { fieldProblem } from '../../../platform/http/router.ts';
import type { Media } from '../../media/media.table.ts';

const isBlank = (text: NewsText) =>
  text.title === '' && text.excerpt === '' && text.cover_alt === '' && isEmpty(text.body);

const withoutBlank = ({ fr, en }: NewsContent['translations']): NewsContent['translations'] => ({
  fr: fr && !isBlank(fr) ? fr : null,
  en: en && !isBlank(en) ? en : null,
});

type Written = Pick<NewsContentWrite, 'cover' | 'translations'>;

/** Ids of the pictures in the content. */
export function mediaOf({ cover, translations }: Written): string[] {
  const bodies = LOCALES.flatMap((locale) => translations[locale]?.body.content ?? []);
  const shown = bodies.flatMap(imagesIn).map(({ attrs }) => attrs.media_id);
  return [...new Set(cover ? [cover.media_id, ...shown] : shown)];
}

function imagesIn(node: BlockNode): ImageNode[] {
  if (node.type === 'image') return [node];
  if (node.type === 'blockquote') return node.content.flatMap(imagesIn);
  if (node.type === 'bulletList' || node.type === 'orderedList')
    return node.content.flatMap(({ content }) => content.flatMap(imagesIn));
  return [];
}

/**
 * Content as stored: with picture sizes, and null for an empty language.
 * @throws a 422 for a picture that is not in `media`
 */
export function toContent(
  { cover, missing_locale, translations }: NewsContentWrite,
  media: readonly Media[],
): NewsContent {
  const sizes = new Map(media.map(({ id, width, height }) => [id, { width, height }]));
  const sizeOf = (id: string) => {
    const size = sizes.get(id);
    if (size) return size;
    throw fieldProblem('content', {
      type: 'media_missing',
      message: 'Input should show pictures that were sent before',
      ctx: { media_id: id },
    });
  };
  const sized = (node: BlockNode): BlockNode => {
    if (node.type === 'image') return { ...node, attrs: { ...node.attrs, ...sizeOf(node.attrs.media_id) } };
    if (node.type === 'blockquote') return { ...node, content: node.content.map(sized) };
    if (node.type === 'bulletList' || node.type === 'orderedList')
      return {
        ...node,
        content: node.content.map((item) => ({ ...item, content: item.content.map(sized) })),
      };
    return node;
  };
  const { fr, en } = withoutBlank(translations);
  const textOf = (text: NewsText | null): NewsText | null =>
    text && { ...text, body: { type: 'doc', content: text.body.content.map(sized) } };
  const content: NewsContent = {
    cover: cover && { ...cover, ...sizeOf(cover.media_id) },
    missing_locale,
    translations: { fr: textOf(fr), en: textOf(en) },
  };
  // Drops undefined values, as the database does.
  return JSON.parse(JSON.stringify(content)) as NewsContent;
}

/** Merges two changes of one text; returns the conflicting paths if both changed the same one differently. */
export function merge(
  base: NewsContent,
  mine: NewsContent,
  theirs: NewsContent,
): { content: NewsContent } | { conflicts: string[] } {
  const [before, ours, others] = [base, mine, theirs].map(newsFieldsOf) as [
    NewsFields,
    NewsFields,
    NewsFields,
  ];
  const { merged, conflicts } = mergeFields(before, ours, others);
  if (conflicts.length > 0) return { conflicts };
  const { translations, ...content } = newsContentOf(merged);
  return { content: { ...content, translations: withoutBlank(translations) } };
}

/** Language shown to readers of `locale`; undefined if the article is hidden from them. */
export function localeFor(
  { missing_locale, translations }: NewsContent,
  locale: Locale,
  defaultLocale: Locale,
): Locale | undefined {
  const candidates = missing_locale === 'hide' ? [locale] : [locale, defaultLocale, ...LOCALES];
  return candidates.find((candidate) => translations[candidate]?.state === 'ready');
}

/** Title that names an article for the team: the French one, else the English one. */
export const titleOf = ({ translations }: NewsContent): string =>
  translations.fr?.title || translations.en?.title || '';

/** Title that may name an article for members: from a language that is ready. */
export const shownTitleOf = ({ translations }: NewsContent): string =>
  [translations.fr, translations.en].find((text) => text?.state === 'ready')?.title ?? '';
