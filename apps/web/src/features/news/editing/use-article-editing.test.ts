import type { NewsContent } from '@agora/contract/features/news/news.schema';
import { expect, it } from 'vitest';
import { aContent, anArticle, aText } from '../../../../test/news.ts';
import { type ArticleEdit, initialStateOf } from './use-article-editing.ts';

const SAVED = aContent();
const ARTICLE = anArticle({ version: 3, content: SAVED });
const AUTOSAVED_AT = '2026-01-04T10:00:00.000Z';

const titled = (fr: string, en = 'The party') =>
  aContent({ fr: aText('La fête', { title: fr }), en: aText('The party', { title: en }) });
const titles = ({ translations }: NewsContent) => [translations.fr?.title, translations.en?.title];

const draft = (key: string, content: NewsContent, own: Partial<ArticleEdit> = {}) => ({
  key,
  savedAt: 1,
  value: { content, version: 3, base: SAVED, saved_at: null, ...own },
});
const autosaved = (content: NewsContent, version = 3) => ({
  ...ARTICLE,
  autosave: { content, version, saved_at: AUTOSAVED_AT },
});

it('starts with the saved article if nothing is unsaved', () => {
  const { start, merged, conflict } = initialStateOf(ARTICLE, []);
  expect(start).toEqual({ content: SAVED, version: 3, base: SAVED, saved_at: null });
  expect([merged, conflict]).toEqual([[], undefined]);
});

it('continues with the autosave of the same person, based on its version', () => {
  const mine = titled('Gardé');
  expect(initialStateOf(autosaved(mine), []).start).toEqual({
    content: mine,
    version: 3,
    base: SAVED,
    saved_at: AUTOSAVED_AT,
  });
  // The base is no longer known.
  expect(initialStateOf(autosaved(mine, 2), []).start).toEqual({
    content: mine,
    version: 2,
    base: undefined,
    saved_at: AUTOSAVED_AT,
  });
});

it('continues with the draft of this browser if it is based on the autosave, whatever the clock', () => {
  const { start, conflict } = initialStateOf(autosaved(titled('Gardé')), [
    draft('mine', titled('Gardé ici'), { saved_at: AUTOSAVED_AT }),
  ]);
  expect(titles(start.content)[0]).toBe('Gardé ici');
  expect(conflict).toBeUndefined();
});

it('merges changes of two windows in different fields, and returns both drafts', () => {
  const { start, merged, conflict } = initialStateOf(ARTICLE, [
    draft('one', titled('Titre de l’un')),
    draft('other', titled('La fête', 'Title of the other'), { version: 2 }),
  ]);
  expect(titles(start.content)).toEqual(['Titre de l’un', 'Title of the other']);
  expect(start.version).toBe(2);
  expect(merged.map(({ key }) => key)).toEqual(['one', 'other']);
  expect(conflict).toBeUndefined();
});

it('merges a draft and an autosave of another window, and then replaces that autosave', () => {
  const { start, conflict } = initialStateOf(autosaved(titled('La fête', 'Kept by the service')), [
    draft('one', titled('Ici')),
  ]);
  expect(titles(start.content)).toEqual(['Ici', 'Kept by the service']);
  expect(start.saved_at).toBe(AUTOSAVED_AT);
  expect(conflict).toBeUndefined();
});

it('reports a conflict if two windows changed the same field differently', () => {
  const { start, conflict } = initialStateOf(autosaved(titled('Autre')), [draft('one', titled('Ici'))]);
  expect(titles(start.content)[0]).toBe('Ici');
  expect(conflict).toMatchObject({
    current: titled('Autre'),
    base: SAVED,
    version: 3,
    updated_at: AUTOSAVED_AT,
    otherDraft: { saved_at: AUTOSAVED_AT, key: undefined },
  });
  const between = initialStateOf(ARTICLE, [draft('one', titled('Ici')), draft('other', titled('Autre'))]);
  expect(between.conflict?.otherDraft).toEqual({ saved_at: null, key: 'other' });
});
