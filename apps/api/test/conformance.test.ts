import { randomUUID } from 'node:crypto';
import { contract } from '@agora/contract';
import { openApiDocument } from '@agora/contract/openapi';
import type { RouteMetadata } from '@agora/contract/shared/define';
import { type AppRoute, isAppRouteOtherResponse } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Account, type Answer, randomEmail, type TestService, useService } from './harness.ts';

const service = useService();

interface Sample {
  params?: Record<string, string>;
  query?: string;
  json?: unknown;
  form?: Record<string, string>;
}

interface Callers {
  member: Account;
  superuser: Account;
}

type MakeSample = (t: TestService, caller: Account, callers: Callers) => Promise<Sample> | Sample;

const none: MakeSample = () => ({});
const anybody = async (t: TestService) => ({ params: { user_id: (await t.member()).id } });
const invited = async (t: TestService) => {
  const { token } = await t.superuser();
  const { body } = await t.call('POST', '/users/invite', { token, json: { email: randomEmail() } });
  return { params: { user_id: body.id } };
};
const ownItem: MakeSample = async (t, { token }) => {
  const { body } = await t.call('POST', '/items/', { token, json: { title: 'Mine' } });
  return { params: { id: body.id } };
};

/** A request of each route that its rightful callers succeed with. A route without one fails below. */
const SAMPLES: Record<string, MakeSample> = {
  'login-login_access_token': (_t, { email, password }) => ({ form: { username: email, password } }),
  'login-test_token': none,
  'login-recover_password': () => ({ params: { email: randomEmail() } }),
  'login-reset_password': async (t) => {
    const { email } = await t.member();
    const { token } = await t.superuser();
    const mail = await t.call('POST', `/password-recovery-html-content/${email}`, { token });
    const reset = /reset-password\?token=([\w-]+)"/.exec(mail.text)?.[1];
    return { json: { token: reset, new_password: 'another horse' } };
  },
  'login-recover_password_html_content': (_t, { email }) => ({ params: { email } }),
  'login-verify_password': (_t, { password }) => ({ json: { password } }),
  'users-read_users': none,
  'users-create_user': () => ({ json: { email: randomEmail(), password: 'correct horse' } }),
  'users-read_user_me': none,
  'users-delete_user_me': none,
  'users-update_user_me': () => ({ json: { full_name: 'New Name' } }),
  'users-update_password_me': (_t, { password }) => ({
    json: { current_password: password, new_password: `${password}!` },
  }),
  'users-register_user': () => ({ json: { email: randomEmail(), password: 'correct horse' } }),
  'users-read_user_by_id': (_t, { id }) => ({ params: { user_id: id } }),
  'users-update_user': async (t) => ({
    params: { user_id: (await t.member()).id },
    json: { full_name: 'Changed' },
  }),
  'users-delete_user': anybody,
  'users-export_users': none,
  'users-bulk_users': async (t) => ({ json: { action: 'deactivate', ids: [(await t.member()).id] } }),
  'users-invite_user': () => ({ json: { email: randomEmail() } }),
  'users-deactivate_user': async (t) => ({ ...(await anybody(t)), json: { reason: 'On leave' } }),
  'users-reactivate_user': anybody,
  'users-restore_user': async (t) => {
    const sample = await anybody(t);
    const { token } = await t.superuser();
    await t.call('DELETE', `/users/${sample.params.user_id}`, { token });
    return sample;
  },
  'users-erase_user': anybody,
  'users-sign_out_user': anybody,
  'users-send_invitation': invited,
  'users-create_invitation_link': invited,
  'items-read_items': none,
  'items-create_item': () => ({ json: { title: 'An item' } }),
  'items-read_item': ownItem,
  'items-update_item': async (t, ...rest) => ({ ...(await ownItem(t, ...rest)), json: { title: 'New' } }),
  'items-delete_item': ownItem,
  'items-export_items': none,
  'items-bulk_items': () => ({ json: { action: 'delete', ids: [randomUUID()] } }),
  'items-restore_item': async (t, caller, callers) => {
    const sample = await ownItem(t, caller, callers);
    await t.call('DELETE', `/items/${sample.params?.['id']}`, { token: caller.token });
    return sample;
  },
  'preferences-read_preferences': none,
  'preferences-update_preferences': () => ({ json: { theme: 'dark' } }),
  'dashboard-read_dashboard': none,
  'sessions-read_sessions': none,
  'sessions-delete_sessions': none,
  'sessions-delete_current_session': none,
  'sessions-delete_session': async (t, { token, email, password }) => {
    await t.login(email, password);
    const { body } = await t.call('GET', '/sessions/', { token });
    return { params: { id: body.data.find((row: { is_current: boolean }) => !row.is_current).id } };
  },
  'utils-test_email': () => ({ query: 'email_to=somebody@example.com' }),
  'utils-health_check': none,
  'private-create_user': () => ({
    json: { email: randomEmail(), password: 'correct horse', full_name: 'Private' },
  }),
};

/** Routes whose success takes something that no request can make: judged elsewhere. */
const ONLY_REFUSED: Record<string, { sample: Sample; status: number; code: string; why: string }> = {
  'users-undo_email_change': {
    sample: { json: { token: 'unknown' } },
    status: 400,
    code: 'invalid_token',
    why: 'its token is in a mail: see users.test.ts',
  },
};

const routes = Object.values(contract).flatMap((part) => Object.values(part)) as AppRoute[];
const metadataOf = (route: AppRoute) => route.metadata as RouteMetadata;

/** Superusers can't delete themselves; every other route works for whoever it is open to. */
const REFUSED_TO_SUPERUSERS: Record<string, number> = { 'users-delete_user_me': 403 };

async function send(
  t: TestService,
  route: AppRoute,
  { params = {}, query, json, form }: Sample,
  token?: string,
) {
  const path = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(value)),
    route.path,
  );
  return t.call(route.method, query ? `${path}?${query}` : path, {
    token,
    ...(json !== undefined && { json }),
    ...(form && { form }),
  });
}

/** The declared schema, closed: a field that it does not name is an error. */
function expectDeclared(route: AppRoute, answer: Answer) {
  const declared = route.responses[answer.status];
  expect(declared, `${answer.status} is declared`).toBeDefined();
  if (isAppRouteOtherResponse(declared as never)) return;
  const schema = z.toJSONSchema(declared as z.ZodType, { unrepresentable: 'any' });
  const result = z.fromJSONSchema(schema).safeParse(answer.body);
  expect(result.error?.issues ?? []).toEqual([]);
}

describe.each(routes.map((route) => [metadataOf(route).operationId, route] as const))(
  '%s',
  (operation, route) => {
    const { access } = metadataOf(route);
    const refused = ONLY_REFUSED[operation];
    const makeSample: MakeSample | undefined = refused ? () => refused.sample : SAMPLES[operation];
    const success = refused?.status ?? Number(Object.keys(route.responses).find((status) => status < '300'));

    async function callAs(role: 'anonymous' | 'member' | 'superuser') {
      if (!makeSample) throw new Error(`${operation} has no sample request`);
      const t = service();
      const callers = { member: await t.member(), superuser: await t.colleague() };
      const caller = role === 'superuser' ? callers.superuser : callers.member;
      const sample = await makeSample(t, caller, callers);
      const answer = await send(t, route, sample, role === 'anonymous' ? undefined : caller.token);
      expectDeclared(route, answer);
      return answer;
    }

    it(`answers ${access === 'public' ? success : 401} to somebody who is not signed in`, async () => {
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

    it(`answers ${access === 'superuser' ? 403 : success} to a member`, async () => {
      const { status, body } = await callAs('member');
      expect(status).toBe(access === 'superuser' ? 403 : success);
      if (access === 'superuser')
        expect(body).toMatchObject({
          code: 'privileges_required',
          detail: "The user doesn't have enough privileges",
        });
    });

    it(`answers ${REFUSED_TO_SUPERUSERS[operation] ?? success} to a superuser`, async () => {
      const { status } = await callAs('superuser');
      expect(status).toBe(REFUSED_TO_SUPERUSERS[operation] ?? success);
    });
  },
);

describe('the OpenAPI document', () => {
  it('is the committed one; `pnpm vitest run -u` renews that', async () => {
    const document = openApiDocument({ title: 'Agora', local: true });
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(
      '../../../packages/contract/openapi.json',
    );
  });

  it('is served as it is committed', async () => {
    const { body } = await service().call('GET', '/openapi.json');
    expect(body).toEqual(openApiDocument({ title: 'Agora', local: true }));
  });

  it('has no empty schema', () => {
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
