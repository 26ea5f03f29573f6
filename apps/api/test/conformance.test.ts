import { openApiDocument } from '@agora/contract/openapi';
import { type AppRoute, isAppRouteOtherResponse } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Answer, useService } from './harness.ts';
import { send } from './requests.ts';
import { OPERATIONS } from './samples.ts';

const service = useService();

/** Superusers cannot delete themselves; every other route succeeds for all of its roles. */
const REFUSED_TO_SUPERUSERS: Record<string, number> = { 'users-delete_user_me': 403 };

/** Validates against a closed version of the declared schema: an undeclared field is an error. */
function expectDeclared(route: AppRoute, answer: Answer) {
  const declared = route.responses[answer.status];
  expect(declared, `${answer.status} is declared`).toBeDefined();
  if (isAppRouteOtherResponse(declared as never)) return;
  const schema = z.toJSONSchema(declared as z.ZodType, { unrepresentable: 'any' });
  const result = z.fromJSONSchema(schema).safeParse(answer.body);
  expect(result.error?.issues ?? []).toEqual([]);
}

describe.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (name, operation) => {
    const { route, access, success } = operation;

    async function callAs(role: 'anonymous' | 'member' | 'superuser') {
      const t = service();
      const caller = role === 'superuser' ? await t.colleague() : await t.member();
      const sample = await operation.sample(t, caller);
      const answer = await send(t, operation, sample, role === 'anonymous' ? undefined : caller.token);
      expectDeclared(route, answer);
      return answer;
    }

    it(`returns ${access === 'public' ? success : 401} to an anonymous caller`, async () => {
      const { status, body, headers } = await callAs('anonymous');
      if (access === 'public') {
        expect(status).toBe(success);
        return;
      }
      expect({ status, code: body.code, detail: body.detail }).toEqual({
        status: 401,
        code: 'not_authenticated',
        detail: 'Not authenticated',
      });
      expect(headers['www-authenticate']).toBe('Bearer');
    });

    it(`returns ${access === 'superuser' ? 403 : success} to a member`, async () => {
      const { status, body } = await callAs('member');
      expect(status).toBe(access === 'superuser' ? 403 : success);
      if (access === 'superuser')
        expect(body).toMatchObject({
          code: 'privileges_required',
          detail: "The user doesn't have enough privileges",
        });
    });

    it(`returns ${REFUSED_TO_SUPERUSERS[name] ?? success} to a superuser`, async () => {
      const { status } = await callAs('superuser');
      expect(status).toBe(REFUSED_TO_SUPERUSERS[name] ?? success);
    });
  },
);

describe('OpenAPI document', () => {
  it('matches the committed openapi.json; `--update=all` regenerates it', async () => {
    const document = openApiDocument({ title: 'Agora', local: true });
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(
      '../../../packages/contract/openapi.json',
    );
  });

  it('serves the committed OpenAPI document at /openapi.json', async () => {
    const { body } = await service().call('GET', '/openapi.json');
    expect(body).toEqual(openApiDocument({ title: 'Agora', local: true }));
  });

  it('declares no empty schema in the OpenAPI document', () => {
    const empty: string[] = [];
    const visit = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return;
      if (/(schema|schemas\/\w+|properties\/\w+|items)$/.test(path) && Object.keys(value).length === 0)
        empty.push(path);
      for (const [key, inner] of Object.entries(value)) visit(inner, `${path}/${key}`);
    };
    visit(openApiDocument({ title: 'Agora', local: true }), '');
    expect(empty).toEqual([]);
  });
});
