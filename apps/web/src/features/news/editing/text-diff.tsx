import {
  NEWS_TEXT_PARTS,
  type NewsField,
  newsFieldsOf,
} from '@agora/contract/features/news/news.fields.rules';
import type { RichText } from '@agora/contract/features/news/news.rich-text.schema';
import type { NewsContent } from '@agora/contract/features/news/news.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import { type Change, diffLines, diffWordsWithSpace } from 'diff';
import { createElement, type ReactElement, useMemo } from 'react';
import { type Locale } from '../../../platform/i18n.ts';
import { t as news } from '../news.texts.ts';
import { bodyText } from './body-text.ts';
import classes from './news.editing.module.css';
import { t as article } from './news.editing.texts.ts';
import { t as panels } from './news.panels.texts.ts';

const LABELS = {
  title: 'title',
  excerpt: 'excerpt',
  body: 'body',
  cover_alt: 'coverAlt',
  state: 'state',
} as const;

/** Name of a part of an article. */
export function labelOf(field: NewsField): string {
  if (field === 'cover') return panels.cover;
  if (field === 'missing_locale') return panels.missingRule;
  const locale = LOCALES.find((each) => field.includes(`.${each}.`)) as Locale;
  const part = NEWS_TEXT_PARTS.find((each) => field.endsWith(each)) as (typeof NEWS_TEXT_PARTS)[number];
  return `${article[LABELS[part]]} · ${news[locale]}`;
}

/** Part of an article as text that can be read and compared. */
export function shownOf(content: NewsContent, field: NewsField): string {
  const value = newsFieldsOf(content)[field];
  if (field === 'cover')
    return content.cover
      ? panels.coverShown(Math.round(content.cover.focal_x * 100), Math.round(content.cover.focal_y * 100))
      : '';
  if (field === 'missing_locale') return content.missing_locale === 'hide' ? panels.hide : panels.fallback;
  if (field.endsWith('.body')) return bodyText(value as RichText);
  if (field.endsWith('.state')) return value === 'ready' ? news.text_ready : news.text_draft;
  return value as string;
}

/**
 * Maximum duration of a comparison in milliseconds: it is quadratic in the differences and blocks the page.
 */
const DIFF_OPTIONS = { timeout: 200 };

/** Compares by words or, if that takes too long, by lines or as a whole. */
const compare = (before: string, after: string) =>
  diffWordsWithSpace(before, after, DIFF_OPTIONS) ??
  diffLines(before, after, DIFF_OPTIONS) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];

/** Two texts with their differences marked, not only by colour. */
export function useDiff(before: string, after: string): Record<'before' | 'after', ReactElement> {
  return useMemo(() => {
    const parts = compare(before, after);
    const marked = (
      text: string,
      mark: 'del' | 'ins',
      isOther: (part: Pick<Change, 'added' | 'removed'>) => boolean,
    ) => {
      if (!text) return <em>{article.nothing}</em>;
      const shown = parts
        .filter((part) => !isOther(part))
        .map(({ value, added, removed }) => (added || removed ? createElement(mark, null, value) : value));
      return createElement('div', { dir: 'auto', className: classes.diff }, ...shown);
    };
    return {
      before: marked(before, 'del', ({ added }) => added),
      after: marked(after, 'ins', ({ removed }) => removed),
    };
  }, [before, after]);
}

/** One of two texts, with its difference from the other. */
export const Diff = ({ before, after, shown }: { before: string; after: string; shown: 'mine' | 'theirs' }) =>
  useDiff(before, after)[shown === 'mine' ? 'after' : 'before'];
