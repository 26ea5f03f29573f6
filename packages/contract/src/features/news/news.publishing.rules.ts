import { LOCALES } from '../../shared/locales.ts';
import { hasVisible } from '../../shared/visible.ts';
import { NO_TEXT } from './news.fields.rules.ts';
import type { BlockNode, RichText } from './news.rich-text.schema.ts';
import type { NewsContent } from './news.schema.ts';

type Locale = (typeof LOCALES)[number];

/** True if a body has no text and no picture. */
export const isEmpty = ({ content }: RichText): boolean => !content.some(isVisible);

function isVisible(node: BlockNode): boolean {
  if (node.type === 'image' || node.type === 'horizontalRule') return node.type === 'image';
  if (node.type === 'paragraph' || node.type === 'heading')
    return (node.content ?? []).some((inline) => inline.type === 'text' && hasVisible(inline.text));
  if (node.type === 'blockquote') return node.content.some(isVisible);
  return node.content.some(({ content }) => content.some(isVisible));
}

/** Fields still required before publication, by language. */
export function missingIn(
  { cover, translations }: NewsContent,
  defaultLocale: Locale,
): { locale: Locale; field: string }[] {
  return LOCALES.flatMap((locale) => {
    const text = translations[locale] ?? NO_TEXT;
    if (text.state !== 'ready') return locale === defaultLocale ? [{ locale, field: 'state' }] : [];
    const isMissing = {
      title: !hasVisible(text.title),
      body: isEmpty(text.body),
      cover_alt: cover !== null && !hasVisible(text.cover_alt),
    };
    return Object.entries(isMissing).flatMap(([field, missing]) => (missing ? { locale, field } : []));
  });
}
