import { expect, it } from 'vitest';
import { type Answer, useService } from '../../../../test/harness.ts';

const service = useService();

const refusal = ({ status, body }: Answer) => ({ status, code: body.code });
const PASSWORD_REQUIRED = { status: 409, code: 'password_required' };

/** What takes personal data out, or erases it. */
const ACTS: [name: string, act: (id: string) => [method: string, path: string, json?: object]][] = [
  ['the export of members', () => ['GET', '/users/export']],
  ['the export of ratings', () => ['GET', '/ratings/export']],
  ['the export of the audit log', () => ['GET', '/audit-logs/export']],
  ['a copy of the data of a member', (id) => ['POST', `/users/${id}/data-export`]],
  ['the erasure of an account', (id) => ['POST', `/users/${id}/erase`]],
  ['the erasure of several', (id) => ['POST', '/users/bulk', { action: 'erase', ids: [id] }]],
];

it.each(ACTS)('requires a recent password for %s', async (_name, act) => {
  const t = service();
  const [admin, member] = [await t.colleague(), await t.member()];
  const [method, path, json] = act(member.id);
  const call = () => t.call(method, path, { token: admin.token, ...(json && { json }) });
  await t.expirePasswordEntry(admin);
  expect(refusal(await call())).toEqual(PASSWORD_REQUIRED);
  expect((await t.call('GET', `/users/${member.id}`, { token: admin.token })).status).toBe(200);
  const { token, password } = admin;
  await t.call('POST', '/login/verify-password', { token, json: { password } });
  expect((await call()).status).toBe(200);
});

it('lets API keys export, and erase, whose permissions allow it', async () => {
  const t = service();
  const admin = await t.superuser();
  const created = await t.call('POST', '/api-keys/', {
    token: admin.token,
    json: {
      name: 'Reports',
      permissions: ['members.export', 'members.administer', 'ratings.read', 'audit_log.read'],
      days: 30,
    },
  });
  for (const [name, act] of ACTS) {
    const [method, path, json] = act((await t.member()).id);
    const answer = await t.call(method, path, { token: created.body.key, ...(json && { json }) });
    expect([name, answer.status]).toEqual([name, 200]);
  }
});

it('leaves other bulk actions as they are', async () => {
  const t = service();
  const [admin, member] = [await t.colleague(), await t.member()];
  await t.expirePasswordEntry(admin);
  const json = { action: 'deactivate', ids: [member.id] };
  expect((await t.call('POST', '/users/bulk', { token: admin.token, json })).status).toBe(200);
});
