import { isEmpty, missingIn } from '@agora/contract/features/news/news.publishing.rules';
import type { BlockNode, InlineNode, ListItem } from '@agora/contract/features/news/news.rich-text.schema';
import type { NewsContent, NewsPublic } from '@agora/contract/features/news/news.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import { DEFAULT_LOCALE } from '../../../platform/default-locale.ts';
import { textIn, withText } from '../editing/article-content.ts';
import { isComplete } from './article-links.ts';
import { t } from './news.publish.texts.ts';
import { SECTION_IDS } from './section-ids.ts';

/** One line of the checklist. `fix` names the field to correct by its selector. */
export interface Check {
  text: string;
  /** True for what the API refuses to publish. */
  isBlocking?: boolean;
  fix?: { label: string; field: string; locale?: 'fr' | 'en' };
  /** Language that only has to be marked as ready. */
  unready?: 'fr' | 'en';
}

/**
 * Checks of an article before it is published, most visible part first.
 * @param hasCategories false if the team has not created any
 */
export const checksOf = (content: NewsContent, article: NewsPublic, hasCategories: boolean): Check[] => [
  coverCheck(content),
  ...LOCALES.map((locale) => languageCheck(content, locale)),
  linkCheck(content),
  ...imageChecks(content),
  ...(hasCategories ? [categoryCheck(article)] : []),
];

/** False if something is missing that the API requires for publishing. */
export const isPublishable = (checks: readonly Check[]): boolean =>
  checks.every(({ isBlocking }) => !isBlocking);

const categoryCheck = ({ category_id }: NewsPublic): Check =>
  category_id
    ? { text: t.hasCategory }
    : { text: t.noCategory, fix: { label: t.choose, field: `#${SECTION_IDS.settings} select` } };

function coverCheck(content: NewsContent): Check {
  if (!content.cover)
    return { text: t.noCover, fix: { label: t.addCover, field: `#${SECTION_IDS.cover} button` } };
  // The default language is published in any case.
  const published = withText(content, DEFAULT_LOCALE, { state: 'ready' });
  const undescribed = missingIn(published, DEFAULT_LOCALE).find(({ field }) => field === 'cover_alt');
  if (!undescribed) return { text: t.hasCover };
  const field = `#${SECTION_IDS.cover} [lang=${undescribed.locale}]`;
  return { text: t.noAlt, isBlocking: true, fix: { label: t.describe, field } };
}

function languageCheck(content: NewsContent, locale: 'fr' | 'en'): Check {
  const text = textIn(content, locale);
  const isBlocking = missingIn(content, DEFAULT_LOCALE).some((one) => one.locale === locale);
  const fixIn = (control: string) => ({
    isBlocking,
    fix: { label: t.complete, field: `#${SECTION_IDS[locale]} ${control}`, locale },
  });
  if (!text.title.trim()) return { text: t.noTitle(locale), ...fixIn('[lang]') };
  if (isEmpty(text.body)) return { text: t.noBody(locale), ...fixIn('[contenteditable]') };
  if (text.state !== 'ready') return { text: t.notReady(locale), isBlocking, unready: locale };
  return { text: t.isReady(locale) };
}

function linkCheck({ translations }: NewsContent): Check {
  const links = LOCALES.flatMap((locale) =>
    nodesOf(translations[locale]?.body)
      .flatMap(hrefsOf)
      .map((href) => ({ locale, href })),
  );
  const wrong = links.find(({ href }) => !isComplete(href));
  if (!wrong) return { text: t.links(links.length) };
  const { locale, href } = wrong;
  const field = `#${SECTION_IDS[locale]} [contenteditable]`;
  return { text: t.wrongLink(href), fix: { label: t.correct, field, locale } };
}

/** A check for each language that has pictures without a description. */
const imageChecks = ({ translations }: NewsContent): Check[] =>
  LOCALES.flatMap((locale) => {
    const images = nodesOf(translations[locale]?.body).filter(
      (node) => node.type === 'image' && node.attrs.alt.trim() === '',
    );
    if (images.length === 0) return [];
    const field = `#${SECTION_IDS[locale]} [contenteditable]`;
    return { text: t.undescribed(locale, images.length), fix: { label: t.describeThem, field, locale } };
  });

type Node = BlockNode | InlineNode | ListItem;

const hrefsOf = (node: Node): string[] =>
  node.type === 'text'
    ? (node.marks ?? []).flatMap((mark) => (mark.type === 'link' ? mark.attrs.href : []))
    : [];

/** All nodes of a body, including nested ones. */
const nodesOf = (node: { content?: readonly Node[] | undefined } | undefined): Node[] =>
  (node?.content ?? []).flatMap((inner) => [inner, ...('content' in inner ? nodesOf(inner) : [])]);
