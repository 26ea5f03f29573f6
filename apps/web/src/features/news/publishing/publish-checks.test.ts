import type { NewsContent, NewsText } from '@agora/contract/features/news/news.schema';
import { expect, it } from 'vitest';
import { idOf } from '../../../../test/accounts.ts';
import { aContent, anArticle, aText } from '../../../../test/news.ts';
import { checksOf, isPublishable } from './publish-checks.ts';

const COVER = { media_id: idOf(900), width: 800, height: 600, focal_x: 0.5, focal_y: 0.5 };
const EMPTY = { type: 'doc', content: [] } as NewsText['body'];
const link = (href: string) =>
  ({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }],
      },
    ],
  }) as NewsText['body'];

const textsOf = (content: NewsContent, category_id: string | null = null, hasCategories = true) => {
  const checks = checksOf(content, anArticle({ category_id }), hasCategories);
  return {
    texts: checks.map(({ text }) => text.replaceAll('\u00a0', ' ')),
    can: isPublishable(checks),
    blocking: checks.filter(({ isBlocking }) => isBlocking).map(({ text }) => text),
  };
};

it('lists cover, languages, links and category of a publishable article', () => {
  expect(textsOf(aContent())).toEqual({
    texts: ['No cover picture', 'French: ready', 'English: ready', 'No links', 'No category'],
    can: true,
    blocking: [],
  });
  expect(textsOf(aContent(), idOf(720)).texts.at(-1)).toBe('Category chosen');
  expect(textsOf(aContent(), null, false).texts.at(-1)).toBe('No links');
});

it.each([
  ['a title in French', aContent({ fr: aText('', { title: ' ' }), en: null }), ['French: no title']],
  ['a text in French', aContent({ fr: aText('x', { body: EMPTY }), en: null }), ['French: no text']],
  [
    'a French text that is ready',
    aContent({ fr: aText('x', { state: 'draft' }), en: aText('y') }),
    ['French: not marked as ready'],
  ],
  [
    'a text in English that is said to be ready',
    aContent({ fr: aText('x'), en: aText('y', { body: EMPTY }) }),
    ['English: no text'],
  ],
  [
    'the description of a cover',
    aContent({ fr: aText('x', { state: 'draft' }), en: null }, { cover: COVER }),
    ['The cover has no description', 'French: not marked as ready'],
  ],
  [
    'its description in each published language',
    aContent({ fr: aText('x', { cover_alt: 'Une page' }), en: aText('y') }, { cover: COVER }),
    ['The cover has no description'],
  ],
] as const)('requires %s', (_what, content, blocking) => {
  expect(textsOf(content)).toMatchObject({ can: false, blocking });
});

it.each([
  [
    'English that is not ready',
    aContent({ fr: aText('x'), en: aText('y', { state: 'draft' }) }),
    'English: not marked as ready',
  ],
  ['no English', aContent({ fr: aText('x'), en: null }), 'English: no title'],
  [
    'a link with an incomplete address',
    aContent({ fr: aText('x', { body: link('https://exemple') }), en: null }),
    'The address of this link is incomplete: https://exemple',
  ],
] as const)('warns about %s without preventing publication', (_what, content, text) => {
  const { texts, can } = textsOf(content);
  expect(can).toBe(true);
  expect(texts).toContain(text);
});

it('counts links and pictures without a description', () => {
  const image = { type: 'image', attrs: { media_id: idOf(901), alt: '', width: 80, height: 40 } };
  const body = { type: 'doc', content: [image, image] } as unknown as NewsText['body'];
  const { texts } = textsOf(
    aContent({ fr: aText('x', { body }), en: aText('y', { body: link('https://exemple.fr/') }) }),
  );
  expect(texts).toContain('1 link, addresses complete, not opened');
  expect(texts).toContain('French: 2 pictures in the text without a description');
});
