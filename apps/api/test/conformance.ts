import { type AppRoute, isAppRouteOtherResponse } from '@ts-rest/core';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Answer } from './harness.ts';

/** Validates against a closed version of the declared schema: an undeclared field is an error. */
export function expectDeclared(route: AppRoute, answer: Answer): void {
  const declared = route.responses[answer.status];
  expect(declared, `${answer.status} is declared`).toBeDefined();
  if (isAppRouteOtherResponse(declared as never)) return;
  const schema = z.toJSONSchema(declared as z.ZodType, { unrepresentable: 'any' });
  const result = z.fromJSONSchema(schema).safeParse(answer.body);
  expect(result.error?.issues ?? []).toEqual([]);
}
