import { describe, expect, it } from 'vitest';
import { isSame, mergeFields } from './merge.ts';

describe('mergeFields', () => {
  const base = { title: 'a', tags: ['x'], link: null as string | null };

  it('keeps what only one side changed', () => {
    const result = mergeFields(base, { ...base, title: 'b' }, { ...base, tags: ['x', 'y'] });
    expect(result).toEqual({
      merged: { title: 'b', tags: ['x', 'y'], link: null },
      theirs: ['tags'],
      conflicts: [],
    });
  });

  it('takes the same change of both for one', () => {
    const changed = { ...base, title: 'b', tags: [] };
    expect(mergeFields(base, changed, { ...changed })).toEqual({
      merged: changed,
      theirs: [],
      conflicts: [],
    });
  });

  it('reports what both changed in two ways, and keeps mine of it', () => {
    const result = mergeFields(base, { ...base, title: 'b' }, { ...base, title: 'c', link: '/' });
    expect(result).toEqual({
      merged: { title: 'b', tags: ['x'], link: '/' },
      theirs: ['link'],
      conflicts: ['title'],
    });
  });

  it('merges languages text by text', () => {
    const texts = { 'translations.fr.title': 'a', 'translations.fr.body': '', 'translations.en.title': '' };
    const mine = { ...texts, 'translations.fr.title': 'b', 'translations.en.title': 'mine' };
    const theirs = { ...texts, 'translations.fr.body': 'c', 'translations.en.title': 'theirs' };
    expect(mergeFields(texts, mine, theirs)).toEqual({
      merged: { ...mine, 'translations.fr.body': 'c' },
      theirs: ['translations.fr.body'],
      conflicts: ['translations.en.title'],
    });
  });

  it('takes an array for one value, whose order counts', () => {
    const result = mergeFields(base, { ...base, tags: ['x', 'y'] }, { ...base, tags: ['y', 'x'] });
    expect(result.conflicts).toEqual(['tags']);
  });

  it('takes null for a value, and its removal for a change', () => {
    const linked = { ...base, link: '/' };
    expect(mergeFields(linked, linked, base).merged.link).toBeNull();
    expect(mergeFields(linked, { ...base, link: null }, { ...base, link: '/b' }).conflicts).toEqual(['link']);
  });
});

describe('isSame', () => {
  it('ignores the order of keys, and keys without a value', () => {
    expect(isSame({ a: 1, b: { c: 2, d: undefined } }, { b: { c: 2 }, a: 1 })).toBe(true);
    expect(isSame(undefined, null)).toBe(false);
  });
});
