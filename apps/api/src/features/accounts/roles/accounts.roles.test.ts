import { ROLES_MAX } from '@agora/contract/features/accounts/accounts.roles.rules';
import type { Role } from '@agora/contract/features/accounts/accounts.roles.schema';
import { BUILT_IN_ROLES, can, PERMISSIONS, type Permission } from '@agora/contract/shared/permissions';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, randomEmail, useService } from '../../../../test/harness.ts';

const service = useService();
let admin: Account;
beforeAll(async () => {
  admin = await service().superuser();
});

const call = (method: string, path: string, json?: unknown, { token } = admin) =>
  service().call(method, path, { token, ...(json !== undefined && { json }) });

const create = async (permissions: readonly Permission[], name = `Role ${crypto.randomUUID()}`) =>
  (await call('POST', '/roles/', { name, permissions })).body;

const idsIn = ({ data }: { data: { id: string }[] }) => new Set(data.map(({ id }) => id));

const me = async (account: Account) => (await call('GET', '/users/me', undefined, account)).body;

describe('roles', () => {
  it('lists the built-in roles of the contract first, then those of the organisation by name', async () => {
    const [b, a] = [await create(['news.read'], 'Été'), await create(['news.read'], 'automne')];
    const { body } = await call('GET', '/roles/');
    expect(body.data.slice(0, 4).map(({ key, permissions }: Role) => [key, permissions])).toEqual(
      Object.entries(BUILT_IN_ROLES),
    );
    const own = body.data.slice(4).map(({ id }: { id: string }) => id);
    expect(own.indexOf(a.id)).toBeLessThan(own.indexOf(b.id));
  });

  it('adds the permission to read what a role may write', async () => {
    const role = await create(['news.publish']);
    expect(role).toMatchObject({
      permissions: ['news.read', 'news.publish'],
      key: null,
      members: 0,
      version: 1,
    });
  });

  it('changes what somebody may do from the next request on, and nobody else', async () => {
    const role = await create(['ratings.read']);
    const somebody = await service().member();
    const bystander = await service().teamMember('analyst');
    const list = (account: Account, path: string) => call('GET', path, undefined, account);
    expect((await list(somebody, '/ratings/')).status).toBe(403);
    await call('PATCH', `/users/${somebody.id}`, { role_id: role.id });
    const { data } = (await call('GET', '/roles/')).body;
    expect(data.find(({ id }: Role) => id === role.id).members).toBe(1);
    expect((await list(somebody, '/ratings/')).status).toBe(200);
    expect((await list(somebody, '/news/')).status).toBe(403);
    await call('PATCH', `/roles/${role.id}`, { permissions: ['news.read'] });
    expect((await list(somebody, '/ratings/')).status).toBe(403);
    expect((await list(somebody, '/news/')).status).toBe(200);
    await call('PATCH', `/users/${somebody.id}`, { role_id: null });
    expect((await list(somebody, '/news/')).status).toBe(403);
    expect((await me(somebody)).permissions).toEqual([]);
    expect((await list(bystander, '/news/')).status).toBe(200);
  });

  it('tells accounts their role and permissions, and superusers that they have all', async () => {
    const editor = await me(await service().teamMember('editor'));
    expect(editor).toMatchObject({
      is_superuser: false,
      role: { key: 'editor' },
      permissions: BUILT_IN_ROLES.editor,
    });
    expect(await me(admin)).toMatchObject({ role: null, role_id: null, permissions: PERMISSIONS });
    expect(await me(await service().member())).toMatchObject({ role: null, permissions: [] });
  });

  it('takes the role of somebody who becomes a superuser', async () => {
    const editor = await service().teamMember('editor');
    const promoted = await call('PATCH', `/users/${editor.id}`, { is_superuser: true });
    expect(promoted.body).toMatchObject({ is_superuser: true, role_id: null });
    const demoted = await call('PATCH', `/users/${editor.id}`, { is_superuser: false });
    expect(demoted.body).toMatchObject({ is_superuser: false, role_id: null });
  });

  it('refuses names that are taken, whatever their case and accents, and outdated versions', async () => {
    const role = await create(['news.read'], 'Équipe Été');
    const taken = await call('POST', '/roles/', { name: 'equipe ete', permissions: [] });
    expect([taken.status, taken.body.code]).toEqual([409, 'role_name_taken']);
    expect((await call('PATCH', `/roles/${role.id}`, { name: 'Équipe', version: 1 })).body.version).toBe(2);
    const outdated = await call('PATCH', `/roles/${role.id}`, { name: 'Team', version: 1 });
    expect([outdated.status, outdated.body.code]).toEqual([409, 'version_conflict']);
  });

  it('changes and deletes no built-in role, and none that somebody has', async () => {
    const built = await service().roleId('editor');
    for (const [method, json] of [
      ['PATCH', { name: 'Writer' }],
      ['DELETE', undefined],
    ] as const)
      expect((await call(method, `/roles/${built}`, json)).body.code).toBe('built_in_role');
    const role = await create(['news.read']);
    const { id } = await service().member();
    await call('PATCH', `/users/${id}`, { role_id: role.id });
    expect((await call('DELETE', `/roles/${role.id}`)).body.code).toBe('role_in_use');
    await call('DELETE', `/users/${id}`);
    expect((await call('DELETE', `/roles/${role.id}`)).status).toBe(200);
    expect((await call('DELETE', `/roles/${role.id}`)).body.code).toBe('role_not_found');
  });

  it(`makes at most ${ROLES_MAX} roles`, async () => {
    await service().db.execute(sql`delete from roles where key is null`);
    await service().db.execute(sql`insert into roles (id, name, permissions, updated_at)
      select gen_random_uuid(), 'Filler ' || n, '{}', now() from generate_series(2, ${ROLES_MAX}) as n`);
    expect((await create([])).id).toBeDefined();
    const { status, body } = await call('POST', '/roles/', { name: 'One more', permissions: [] });
    expect([status, body.code]).toEqual([409, 'too_many_roles']);
    await service().db.execute(sql`delete from roles where name like 'Filler %'`);
  });

  it('asks for the password before it grants anything', async () => {
    const role = await create(['news.read']);
    const { id } = await service().member();
    const colleague = await service().colleague();
    await service().expirePasswordEntry(colleague);
    for (const [method, path, json] of [
      ['POST', '/roles/', { name: 'Unseen', permissions: [] }],
      ['PATCH', `/roles/${role.id}`, { permissions: ['news.write'] }],
      ['PATCH', `/users/${id}`, { role_id: role.id }],
      ['POST', '/users/invite', { email: randomEmail(), role_id: role.id }],
    ] as const)
      expect((await call(method, path, json, colleague)).body.code).toBe('password_required');
    expect((await call('PATCH', `/roles/${role.id}`, { name: 'Renamed' }, colleague)).status).toBe(200);
  });

  it('logs who changed a role or gave one to somebody, by its name', async () => {
    const role = await create(['news.read'], 'Logged');
    const { id } = await service().member();
    await call('PATCH', `/users/${id}`, { role_id: role.id });
    const log = async (entity: string) =>
      (await call('GET', `/audit-logs/?entity_id=${entity}`)).body.data[0];
    expect(await log(role.id)).toMatchObject({
      entity_type: 'role',
      action: 'created',
      actor_label: admin.email,
    });
    expect(await log(id)).toMatchObject({
      changes: { role_id: [null, role.id] },
      labels: { [role.id]: 'Logged' },
    });
  });
});

describe('authority over accounts', () => {
  const administrators = () =>
    service().teamMember(['team.read', 'team.administer', 'members.write', 'members.read']);

  it('lets nobody grant a permission that they do not have', async () => {
    const actor = await administrators();
    const { id } = await service().member();
    const [small, large] = [await create(['members.read']), await create(['news.write'])];
    const grant = (role_id: string) => call('PATCH', `/users/${id}`, { role_id }, actor);
    expect((await grant(large.id)).body.code).toBe('permission_not_held');
    expect((await call('PATCH', `/users/${id}`, { is_superuser: true }, actor)).body.code).toBe(
      'permission_not_held',
    );
    expect((await grant(small.id)).body.role_id).toBe(small.id);
    const extend = (permissions: Permission[], role = small) =>
      call('PATCH', `/roles/${role.id}`, { permissions }, actor);
    expect((await extend(['members.read', 'news.read'])).body.code).toBe('permission_not_held');
    expect((await extend(['members.write'])).body.permissions).toEqual(['members.read', 'members.write']);
    // What the role has already may stay.
    expect((await extend(['news.read'], large)).body.permissions).toEqual(['news.read']);
    for (const [path, json] of [
      ['/users/', { email: randomEmail(), password: 'correct horse', is_superuser: true }],
      ['/users/invite', { email: randomEmail(), role_id: large.id }],
      ['/roles/', { name: 'Beyond', permissions: ['news.read'] }],
    ] as const)
      expect((await call('POST', path, json, actor)).body.code).toBe('permission_not_held');
  });

  it('protects accounts that may do more from those who may do less', async () => {
    const actor = await administrators();
    const [superuser, editor] = [await service().colleague(), await service().teamMember('editor')];
    const peer = await administrators();
    for (const target of [superuser, editor])
      for (const [method, path, json] of [
        ['PATCH', '', { email: randomEmail() }],
        ['PATCH', '', { role_id: null }],
        ['DELETE', '', undefined],
        ['POST', '/deactivate', {}],
        ['POST', '/erase', undefined],
        ['POST', '/sign-out', undefined],
        ['POST', '/invitation-link', undefined],
      ] as const) {
        const { status, body } = await call(method, `/users/${target.id}${path}`, json, actor);
        expect([method, path, status, body.code]).toEqual([method, path, 409, 'account_outranks_caller']);
      }
    expect((await call('POST', `/users/${peer.id}/deactivate`, {}, actor)).status).toBe(200);
    const bulk = { action: 'deactivate', ids: [superuser.id, editor.id] };
    expect(
      (await call('POST', '/users/bulk', bulk, actor)).body.skipped.map(({ code }: { code: string }) => code),
    ).toEqual(['account_outranks_caller', 'account_outranks_caller']);
  });

  it('keeps the permissions on members and on the team apart', async () => {
    const moderator = await service().teamMember('moderator');
    const [member, editor] = [await service().member(), await service().teamMember('editor')];
    const read = async (query: string) => (await call('GET', `/users/?${query}`, undefined, moderator)).body;
    const ids = idsIn(await read('limit=1000'));
    expect([ids.has(member.id), ids.has(editor.id), ids.has(admin.id)]).toEqual([true, false, false]);
    expect(await read('is_team=true')).toEqual({ data: [], count: 0 });
    expect((await read('limit=0')).count).toBe(
      (await call('GET', '/users/?is_team=false&limit=0')).body.count,
    );
    for (const path of ['', '/note', '/timeline']) {
      expect((await call('GET', `/users/${member.id}${path}`, undefined, moderator)).status).toBe(200);
      expect((await call('GET', `/users/${editor.id}${path}`, undefined, moderator)).status).toBe(403);
    }
    expect((await call('POST', `/users/${member.id}/deactivate`, {}, moderator)).status).toBe(200);
    expect((await call('POST', `/users/${editor.id}/deactivate`, {}, moderator)).status).toBe(403);
    expect((await call('PATCH', `/users/${member.id}`, { full_name: 'Other' }, moderator)).status).toBe(403);
    const bulk = { action: 'delete', ids: [member.id] };
    expect((await call('POST', '/users/bulk', bulk, moderator)).body.skipped[0].code).toBe(
      'privileges_required',
    );
  });

  it('counts members, the team and superusers apart', async () => {
    const count = async (query: string) => (await call('GET', `/users/?limit=0&${query}`)).body.count;
    const before = await Promise.all(['is_team=true', 'is_team=false', 'is_superuser=false'].map(count));
    const { id } = await service().member();
    await call('PATCH', `/users/${id}`, { role_id: await service().roleId('analyst') });
    const after = await Promise.all(['is_team=true', 'is_team=false', 'is_superuser=false'].map(count));
    expect(after).toEqual([before[0] + 1, before[1], before[2] + 1]);
    expect(await count(`role_id=${await service().roleId('analyst')}`)).toBeGreaterThan(0);
    expect(await count('is_superuser=true&is_team=false')).toBe(0);
  });

  it('unassigns the conversations of somebody whose role may not answer any longer', async () => {
    const role = await create(['messages.write']);
    const [answering, bystander, member] = [
      await service().teamMember([]),
      await service().teamMember('moderator'),
      await service().member(),
    ];
    await call('PATCH', `/users/${answering.id}`, { role_id: role.id });
    const write = async (assignee_id: string) => {
      const json = { body: 'Please', client_token: crypto.randomUUID() };
      const { body } = await call('POST', '/app/messages', json, member);
      await call('PATCH', `/messages/${body.id}`, { assignee_id });
      return body.id;
    };
    const [theirs, other] = [await write(answering.id), await write(bystander.id)];
    const assigneeOf = async (id: string) =>
      (await service().db.execute(sql`select assignee_id from message_threads where id = ${id}`))[0]?.[
        'assignee_id'
      ];
    const assignees = async () => [await assigneeOf(theirs), await assigneeOf(other)];
    expect(await assignees()).toEqual([answering.id, bystander.id]);
    await call('PATCH', `/roles/${role.id}`, { permissions: ['messages.read'] });
    expect(await assignees()).toEqual([null, bystander.id]);
    await call('PATCH', `/users/${bystander.id}`, { role_id: await service().roleId('editor') });
    expect(await assignees()).toEqual([null, null]);
    expect((await call('PATCH', `/messages/${theirs}`, { assignee_id: answering.id })).status).toBe(422);
  });

  it('lists the people of the team by permission for everybody of the team', async () => {
    const editor = await service().teamMember('editor');
    const moderator = await service().teamMember('moderator');
    const { body } = await call('GET', '/users/team?can=messages.write', undefined, editor);
    const ids = idsIn(body);
    expect([ids.has(moderator.id), ids.has(admin.id), ids.has(editor.id)]).toEqual([true, true, false]);
    expect(Object.keys(body.data[0])).toEqual(['id', 'email', 'full_name']);
  });
});

describe('sequences of grants', () => {
  const granted = fc.subarray([...PERMISSIONS]);
  const step = fc.record({
    actor: fc.nat(2),
    target: fc.nat(2),
    role: fc.nat(2),
    act: fc.constantFrom('assign', 'change', 'promote', 'create'),
    permissions: granted,
  });

  it('never let anybody do what no superuser granted', async () => {
    await fc.assert(
      fc.asyncProperty(granted, fc.array(step, { maxLength: 12 }), async (start, steps) => {
        const held = [...new Set<Permission>([...start, 'team.administer', 'team.read'])];
        const first = await service().teamMember(held);
        const people = [first, await service().teamMember([]), await service().teamMember([])];
        const roles: string[] = [
          (await me(first)).role_id,
          (await create([])).id,
          (await create(['news.read'])).id,
        ];
        for (const { actor, target, role, act, permissions } of steps) {
          const by = people[actor] as Account;
          if (act === 'assign')
            await call('PATCH', `/users/${people[target]?.id}`, { role_id: roles[role] }, by);
          if (act === 'change') await call('PATCH', `/roles/${roles[role]}`, { permissions }, by);
          if (act === 'promote')
            await call('PATCH', `/users/${people[target]?.id}`, { is_superuser: true }, by);
          if (act === 'create') {
            const { body } = await call('POST', '/roles/', { name: crypto.randomUUID(), permissions }, by);
            roles[role] = body.id ?? roles[role];
          }
        }
        const allowed = { is_superuser: false, permissions: [...held, 'news.read'] as Permission[] };
        for (const person of people) {
          const { is_superuser, permissions } = await me(person);
          expect(is_superuser).toBe(false);
          expect(
            permissions.filter(
              (permission: Permission) => !can(allowed, permission) && !isReadOf(held, permission),
            ),
          ).toEqual([]);
        }
      }),
      { numRuns: 15 },
    );
  });
});

/** True for the permission to read what one may change. */
const isReadOf = (held: readonly Permission[], permission: Permission) =>
  permission.endsWith('.read') && held.some((each) => each.split('.')[0] === permission.split('.')[0]);
