import type { AppRoute } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './index.ts';
import { ERRORS } from './registry.ts';
import { metadataOf } from './shared/define.ts';
import { fieldNamesOf } from './shared/field-names.ts';

/** Names that look like secrets: an idempotency key and a flag. */
const NO_SECRETS = new Set(['client_token', 'must_change_password']);

describe.each(Object.entries(contract))('contract of %s', (_name, part) => {
  const metadata = (Object.values(part) as AppRoute[]).map(metadataOf);

  it('declares a single audience and environment for all routes, which are mounted together', () => {
    expect(new Set(metadata.map(({ audience }) => audience)).size).toBe(1);
    expect(new Set(metadata.map(({ environment }) => environment)).size).toBe(1);
  });

  it('declares every password and token of a body as secret, so that no error echoes it', () => {
    for (const route of Object.values(part) as AppRoute[]) {
      if (!('body' in route) || !(route.body instanceof z.ZodType)) continue;
      const { declared, secret } = fieldNamesOf(route.body);
      const named = [...declared].filter((name) => /(token|password|secret)$/.test(name));
      expect([...secret], route.path).toEqual(
        expect.arrayContaining(named.filter((name) => !NO_SECRETS.has(name))),
      );
    }
  });

  it('declares only errors that a feature registers', () => {
    expect(ERRORS).toMatchObject(Object.assign({}, ...metadata.map(({ errors }) => errors)));
  });
});
