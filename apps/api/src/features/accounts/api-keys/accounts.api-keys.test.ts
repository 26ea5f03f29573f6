import { API_KEYS_MAX } from '@agora/contract/features/accounts/accounts.api-keys.rules';
import type { Permission } from '@agora/contract/shared/permissions';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { type Account, useService } from '../../../../test/harness.ts';

let ahead = 0;
const service = useService({
  now: () => new Date(Date.now() + ahead),
  settings: { API_KEY_REQUESTS_PER_MINUTE: '40' },
});
let admin: Account;
beforeAll(async () => {
  admin = await service().superuser();
});

const call = (method: string, path: string, token: string, json?: unknown) =>
  service().call(method, path, { token, ...(json !== undefined && { json }) });

const create = async (permissions: readonly Permission[], { token } = admin, days = 30) =>
  (await call('POST', '/api-keys/', token, { name: 'Website', permissions, days })).body;

const article = { translations: { fr: { title: 'Bonjour' }, en: null } };

it('allows what it names, what that requires, and nothing else', async () => {
  const { key, permissions, start } = await create(['news.write']);
  expect(permissions).toEqual(['news.read', 'news.write']);
  expect(key).toMatch(/^agora_[\w-]{43}$/);
  expect(key.startsWith(start)).toBe(true);
  const created = await call('POST', '/news/', key, article);
  expect(created.status).toBe(200);
  expect((await call('GET', '/news/', key)).status).toBe(200);
  for (const [method, path] of [
    ['POST', `/news/${created.body.id}/publish`],
    ['GET', '/broadcasts/'],
    ['GET', '/users/'],
    // Nothing of its owner’s account, and nothing that is for the whole team or for superusers.
    ['GET', '/users/me'],
    ['GET', '/sessions/'],
    ['GET', '/items/'],
    ['GET', '/alerts/'],
    ['GET', '/users/team'],
    ['GET', '/stats/health'],
    ['GET', '/events'],
    ['POST', '/api-keys/'],
  ] as const)
    expect([path, (await call(method, path, key, method === 'POST' ? {} : undefined)).status]).toEqual([
      path,
      403,
    ]);
});

it('shows the key once, and stores only its hash', async () => {
  const { key, id } = await create(['news.read']);
  const listed = await call('GET', '/api-keys/', admin.token);
  expect(listed.text).not.toContain(key);
  expect(listed.body.data[0]).toMatchObject({
    id,
    name: 'Website',
    owner: { id: admin.id },
    last_used_at: null,
  });
  const [row] = await service().db.execute(
    sql`select to_jsonb(api_keys)::text as row from api_keys where id = ${id}`,
  );
  expect(row?.['row']).not.toContain(key.slice(12));
  await call('GET', '/news/', key);
  const [used] = (await call('GET', '/api-keys/', admin.token)).body.data;
  expect(used.last_used_at).not.toBeNull();
});

it('is refused once it is revoked, expired, altered or without its owner', async () => {
  const owner = await service().teamMember(['team.administer', 'team.read', 'news.read']);
  const [revoked, kept] = [await create(['news.read']), await create(['news.read'])];
  await call('DELETE', `/api-keys/${revoked.id}`, admin.token);
  expect((await call('DELETE', `/api-keys/${revoked.id}`, admin.token)).body.code).toBe('api_key_not_found');
  const theirs = await create(['news.read'], owner);
  expect((await call('GET', '/news/', theirs.key)).status).toBe(200);
  await call('POST', `/users/${owner.id}/deactivate`, admin.token, {});
  for (const key of [revoked.key, theirs.key, `${kept.key}x`, kept.key.slice(0, -1), 'agora_'])
    expect((await call('GET', '/news/', key)).body.code).toBe('invalid_credentials');
  expect((await call('GET', '/news/', kept.key)).status).toBe(200);
  ahead = 30 * 86_400_000 - 60_000;
  expect((await call('GET', '/news/', kept.key)).status).toBe(200);
  ahead += 61_000;
  expect((await call('GET', '/news/', kept.key)).status).toBe(401);
  ahead = 0;
});

it('never allows more than its owner may do now', async () => {
  const owner = await service().teamMember(['team.administer', 'news.write', 'news.read']);
  const refused = await call('POST', '/api-keys/', owner.token, {
    name: 'Website',
    permissions: ['ratings.read'],
    days: 30,
  });
  expect(refused.body.code).toBe('permission_not_held');
  const { key } = await create(['news.write'], owner);
  expect((await call('POST', '/news/', key, article)).status).toBe(200);
  await call('PATCH', `/users/${owner.id}`, admin.token, { role_id: await service().roleId('analyst') });
  expect((await call('POST', '/news/', key, article)).status).toBe(403);
  expect((await call('GET', '/news/', key)).status).toBe(200);
  await call('PATCH', `/users/${owner.id}`, admin.token, { role_id: null });
  expect((await call('GET', '/news/', key)).status).toBe(401);
});

it('does not stand for a password, nor make or revoke keys', async () => {
  const { key, id } = await create(['team.administer', 'members.write']);
  const member = await service().member();
  const granted = await call('PATCH', `/users/${member.id}`, key, {
    role_id: await service().roleId('analyst'),
  });
  expect(granted.status).toBe(409);
  const made = await call('POST', '/api-keys/', key, { name: 'More', permissions: ['team.read'], days: 30 });
  expect(made.body.code).toBe('password_required');
  expect((await call('PATCH', `/users/${member.id}`, key, { is_superuser: true })).body.code).toBe(
    'permission_not_held',
  );
  expect((await call('DELETE', `/api-keys/${id}`, key)).status).toBe(200);
  expect((await call('GET', '/users/', key)).status).toBe(401);
});

it('logs what a key does under its owner and its name', async () => {
  const { key } = await create(['news.write']);
  const { body } = await call('POST', '/news/', key, article);
  const log = await call('GET', `/audit-logs/?entity_id=${body.id}`, admin.token);
  expect(log.body.data[0]).toMatchObject({
    actor_kind: 'api_key',
    actor_id: admin.id,
    user_agent: 'Website',
  });
});

it('limits the requests of each key alone', async () => {
  const [busy, other] = [await create(['news.read']), await create(['news.read'])];
  for (let count = 0; count < 40; count += 1)
    expect((await call('GET', '/news/', busy.key)).status).toBe(200);
  const refused = await call('GET', '/news/', busy.key);
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await call('GET', '/news/', other.key)).status).toBe(200);
  expect((await call('GET', '/news/', admin.token)).status).toBe(200);
});

it(`keeps at most ${API_KEYS_MAX} keys that have not expired`, async () => {
  await service().db.execute(sql`delete from api_keys`);
  await service().db.execute(sql`insert into api_keys (id, name, key_hash, start, permissions, owner_id, created_at, expires_at)
    select gen_random_uuid(), 'Filler', n::text, 'agora_', '{}', ${admin.id}, now(), now() + interval '1 day'
    from generate_series(2, ${API_KEYS_MAX}) as n`);
  expect((await create(['news.read'])).id).toBeDefined();
  expect((await create(['news.read'])).code).toBe('too_many_api_keys');
  await service().db.execute(sql`update api_keys set expires_at = now() where key_hash = '2'`);
  expect((await create(['news.read'])).id).toBeDefined();
});
