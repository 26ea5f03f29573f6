import { describe, expect, it } from 'vitest';
import { isSame, mergeFields } from './merge.ts';

describe('mergeFields', () => {
  const base = { title: 'a', tags: ['x'], link: null as string | null };

  it('keeps changes that only one side made', () => {
    const result = mergeFields(base, { ...base, title: 'b' }, { ...base, tags: ['x', 'y'] });
    expect(result).toEqual({
      merged: { title: 'b', tags: ['x', 'y'], link: null },
      theirs: ['tags'],
      conflicts: [],
    });
  });

  it('reports no conflict if both sides made the same change', () => {
    const changed = { ...base, title: 'b', tags: [] };
    expect(mergeFields(base, changed, { ...changed })).toEqual({
      merged: changed,
      theirs: [],
      conflicts: [],
    });
  });

  it('reports a conflict for a field that both sides changed differently, and keeps my value', () => {
    const result = mergeFields(base, { ...base, title: 'b' }, { ...base, title: 'c', link: '/' });
    expect(result).toEqual({
      merged: { title: 'b', tags: ['x'], link: '/' },
      theirs: ['link'],
      conflicts: ['title'],
    });
  });

  it('merges each text of each language separately', () => {
    const texts = { 'translations.fr.title': 'a', 'translations.fr.body': '', 'translations.en.title': '' };
    const mine = { ...texts, 'translations.fr.title': 'b', 'translations.en.title': 'mine' };
    const theirs = { ...texts, 'translations.fr.body': 'c', 'translations.en.title': 'theirs' };
    expect(mergeFields(texts, mine, theirs)).toEqual({
      merged: { ...mine, 'translations.fr.body': 'c' },
      theirs: ['translations.fr.body'],
      conflicts: ['translations.en.title'],
    });
  });

  it('compares an array as one value, including its order', () => {
    const result = mergeFields(base, { ...base, tags: ['x', 'y'] }, { ...base, tags: ['y', 'x'] });
    expect(result.conflicts).toEqual(['tags']);
  });

  it('treats null as a value: clearing a field is a change', () => {
    const linked = { ...base, link: '/' };
    expect(mergeFields(linked, linked, base).merged.link).toBeNull();
    expect(mergeFields(linked, { ...base, link: null }, { ...base, link: '/b' }).conflicts).toEqual(['link']);
  });
});

describe('isSame', () => {
  it('ignores the order of keys and keys that are undefined', () => {
    expect(isSame({ a: 1, b: { c: 2, d: undefined } }, { b: { c: 2 }, a: 1 })).toBe(true);
    expect(isSame(undefined, null)).toBe(false);
  });
});
