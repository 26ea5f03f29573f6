import type { AppRoute } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './index.ts';
import { ERRORS } from './registry.ts';
import { metadataOf } from './shared/define.ts';
import { fieldNamesOf } from './shared/field-names.ts';

/** An idempotency key, and a flag. */
const NO_SECRETS = new Set(['client_token', 'must_change_password']);

describe.each(Object.entries(contract))('the part %s', (_name, part) => {
  const metadata = (Object.values(part) as AppRoute[]).map(metadataOf);

  it('is for one audience, and of one environment: it is mounted as a whole', () => {
    expect(new Set(metadata.map(({ audience }) => audience)).size).toBe(1);
    expect(new Set(metadata.map(({ environment }) => environment)).size).toBe(1);
  });

  it('keeps every password and token of a body secret: a refusal would say it', () => {
    for (const route of Object.values(part) as AppRoute[]) {
      if (!('body' in route) || !(route.body instanceof z.ZodType)) continue;
      const { declared, secret } = fieldNamesOf(route.body);
      const named = [...declared].filter((name) => /(token|password|secret)$/.test(name));
      expect([...secret], route.path).toEqual(
        expect.arrayContaining(named.filter((name) => !NO_SECRETS.has(name))),
      );
    }
  });

  it('refuses with errors that a feature registers', () => {
    expect(ERRORS).toMatchObject(Object.assign({}, ...metadata.map(({ errors }) => errors)));
  });
});
