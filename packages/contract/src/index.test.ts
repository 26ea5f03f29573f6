import type { AppRoute } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { contract } from './index.ts';
import { ERRORS } from './registry.ts';
import { metadataOf } from './shared/define.ts';

describe.each(Object.entries(contract))('the part %s', (_name, part) => {
  const metadata = (Object.values(part) as AppRoute[]).map(metadataOf);

  it('is for one audience, and of one environment: it is mounted as a whole', () => {
    expect(new Set(metadata.map(({ audience }) => audience)).size).toBe(1);
    expect(new Set(metadata.map(({ environment }) => environment)).size).toBe(1);
  });

  it('refuses with errors that a feature registers', () => {
    expect(ERRORS).toMatchObject(Object.assign({}, ...metadata.map(({ errors }) => errors)));
  });
});
