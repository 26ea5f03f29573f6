import { LOCALES } from '@agora/contract/shared/locales';
import { describe, expect, it } from 'vitest';
import { setLocale } from '../platform/i18n.ts';
import { featureList } from './features.ts';

const destinations = featureList.flatMap(({ destinations = [] }) => destinations);

describe.each(LOCALES)('in %s', (locale) => {
  it('explains the purpose of every page in at least three sentences, unique to the page', () => {
    setLocale(locale);
    const texts = destinations.map(({ help }) => help());
    const short = texts.filter((text) => (text.match(/[.!?](?=\s|$)/g)?.length ?? 0) < 3);
    expect(short).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

it('gives each page a unique shortcut', () => {
  const keys = destinations.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
