import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Account, fill, randomEmail, SUPERUSER, useService } from '../../../../test/harness.ts';

const service = useService();

const bulk = (admin: Account, json: object) =>
  service().call('POST', '/users/bulk', { token: admin.token, json });
const isSignedIn = async (token: string) =>
  (await service().call('GET', '/users/me', { token })).status === 200;

async function stateOf(id: string) {
  const [row] = await service().db.execute<{
    is_active: boolean;
    deleted_at: string | null;
    version: number;
  }>(sql`select is_active, deleted_at, version from users where id = ${id}`);
  return row;
}

describe('POST /users/bulk', () => {
  it('deactivates eligible accounts in bulk and returns the reason for each skipped account', async () => {
    const t = service();
    const admin = await t.superuser();
    const [one, two, gone] = [await t.member(), await t.member(), await t.member({ full_name: 'Gone' })];
    await t.call('DELETE', `/users/${gone.id}`, { token: admin.token });
    const unknown = crypto.randomUUID();
    const ids = [one.id, two.id, two.id, gone.id, unknown, admin.id];
    const { status, body } = await bulk(admin, { action: 'deactivate', ids });
    expect(status).toBe(200);
    expect({ count: body.count, done: body.done }).toEqual({ count: 5, done: 2 });
    expect(body.skipped).toHaveLength(3);
    expect(body.skipped).toEqual(
      expect.arrayContaining([
        { id: gone.id, label: 'Gone', code: 'user_not_found' },
        { id: unknown, label: '', code: 'user_not_found' },
        { id: admin.id, label: SUPERUSER.email, code: 'own_account' },
      ]),
    );
    expect(await stateOf(one.id)).toMatchObject({ is_active: false, version: 2 });
    expect([await isSignedIn(one.token), await isSignedIn(two.token)]).toEqual([false, false]);
  });

  it('deactivates, reactivates, deletes, restores and erases accounts in bulk', async () => {
    const t = service();
    const admin = await t.superuser();
    const [one, two] = [await t.member(), await t.member()];
    const ids = [one.id, two.id];
    const done = async (action: string) => (await bulk(admin, { action, ids })).body.done;
    expect(await done('deactivate')).toBe(2);
    expect(await done('reactivate')).toBe(2);
    expect(await t.login(one.email, one.password)).toBeDefined();
    expect(await done('delete')).toBe(2);
    expect(await t.login(one.email, one.password)).toBeUndefined();
    expect(await done('delete')).toBe(0);
    expect(await done('restore')).toBe(2);
    expect(await t.login(one.email, one.password)).toBeDefined();
    expect(await done('erase')).toBe(2);
    expect(await stateOf(one.id)).toBeUndefined();
  });

  it('keeps the reason and end of an earlier deactivation when the account is deactivated in bulk', async () => {
    const t = service();
    const admin = await t.superuser();
    const { id } = await t.member();
    const json = { reason: 'On leave', until: '2999-01-01' };
    const { body } = await t.call('POST', `/users/${id}/deactivate`, { token: admin.token, json });
    expect((await bulk(admin, { action: 'deactivate', ids: [id] })).body).toMatchObject({
      done: 0,
      unchanged: 1,
    });
    expect((await t.call('GET', `/users/${id}`, { token: admin.token })).body).toEqual(body);
  });

  it('counts accounts that already have the requested state as unchanged', async () => {
    const admin = await service().superuser();
    const [one, two] = [await service().member(), await service().member()];
    const done = async (action: string, ids: string[]) => {
      const { count, done, unchanged } = (await bulk(admin, { action, ids })).body;
      return { count, done, unchanged };
    };
    const both = [one.id, two.id];
    expect(await done('restore', both)).toEqual({ count: 2, done: 0, unchanged: 2 });
    expect(await done('deactivate', [one.id])).toEqual({ count: 1, done: 1, unchanged: 0 });
    expect(await done('deactivate', both)).toEqual({ count: 2, done: 1, unchanged: 1 });
    expect(await done('reactivate', [two.id])).toEqual({ count: 1, done: 1, unchanged: 0 });
    expect(await done('reactivate', both)).toEqual({ count: 2, done: 1, unchanged: 1 });
    expect(await stateOf(one.id)).toMatchObject({ is_active: true, version: 3 });
  });

  it('undoes a bulk deactivation only for its author, and skips accounts that were deactivated again', async () => {
    const t = service();
    const admin = await t.superuser();
    const other = await t.colleague();
    const members = await Promise.all([1, 2, 3, 4].map(() => t.member()));
    const ids = members.map(({ id }) => id);
    const [, deactivatedAgain, reactivated, renamed] = ids;
    const at = (await bulk(admin, { action: 'deactivate', ids })).body.done_at;
    const json = { reason: 'Asked for it' };
    await t.call('POST', `/users/${deactivatedAgain}/deactivate`, { token: other.token, json });
    await t.call('POST', `/users/${reactivated}/reactivate`, { token: other.token });
    await t.call('PATCH', `/users/${renamed}`, { token: other.token, json: { full_name: 'New' } });
    const undo = { action: 'reactivate', ids, deactivated_at: at };
    const all = { count: 4, done: 0, unchanged: 1 };
    expect((await bulk(other, undo)).body).toMatchObject({ ...all, skipped: [{}, {}, {}] });
    const { body } = await bulk(admin, undo);
    expect(body).toMatchObject({
      ...all,
      done: 2,
      skipped: [{ id: deactivatedAgain, code: 'version_conflict' }],
    });
    expect((await Promise.all(ids.map(stateOf))).map((row) => row?.is_active)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it.each([
    ['that is not a timestamp', { action: 'reactivate', deactivated_at: 'yesterday' }, 'datetime_parsing'],
    [
      'with an action other than reactivate',
      { action: 'delete', deactivated_at: '2026-11-23T09:00:00.000Z' },
      'value_error',
    ],
  ])('rejects a deactivated_at %s', async (_of, request, type) => {
    const admin = await service().superuser();
    const { status, body } = await bulk(admin, { ...request, ids: [(await service().member()).id] });
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'deactivated_at'], type }]]);
  });

  it('restores the last deleted of two accounts with one address, and skips a taken address', async () => {
    const t = service();
    const admin = await t.superuser();
    const remove = (id: string) => t.call('DELETE', `/users/${id}`, { token: admin.token });
    const [email, other] = [randomEmail(), randomEmail()];
    const taken = await t.member({ email, full_name: 'Taken' });
    await remove(taken.id);
    await t.member({ email });
    const first = await t.member({ email: other });
    await remove(first.id);
    const second = await t.member({ email: other });
    await remove(second.id);
    const { body } = await bulk(admin, { action: 'restore', ids: [taken.id, first.id, second.id] });
    expect(body).toMatchObject({ count: 3, done: 1 });
    expect(body.skipped).toEqual(
      expect.arrayContaining([
        { id: taken.id, label: 'Taken', code: 'email_taken' },
        { id: first.id, label: 'A Member', code: 'email_taken' },
      ]),
    );
    expect((await stateOf(second.id))?.deleted_at).toBeNull();
  });

  it('lets either a restore or a concurrent sign-up take an address, never both', async () => {
    const t = service();
    const admin = await t.superuser();
    for (let round = 0; round < 10; round += 1) {
      const { id, email } = await t.member();
      await t.call('DELETE', `/users/${id}`, { token: admin.token });
      const [restored, signedUp] = await Promise.all([
        bulk(admin, { action: 'restore', ids: [id] }),
        t.call('POST', '/users/signup', { json: { email, password: 'correct horse' } }),
      ]);
      expect(restored.status).toBe(200);
      expect(restored.body.done === 1).toBe(signedUp.status !== 200);
    }
  });

  it('deactivates all 4,100 accounts that match a filter, and rejects a stale expected count', async () => {
    const t = service();
    const admin = await t.superuser();
    const marker = crypto.randomUUID();
    await fill(
      t,
      sql`insert into users (id, email, email_key, password_hash, locale, created_at)
        select gen_random_uuid(), n || ${marker}, n || ${marker}, 'x', 'fr', now() from generate_series(1, 4100) n`,
    );
    const filter = { search: marker, status: 'active' };
    const call = { action: 'deactivate', filter, expected_count: 4099 };
    const refused = await bulk(admin, call);
    expect([refused.status, refused.body.code]).toEqual([409, 'count_changed']);
    const count = async (status: string) =>
      (await t.call('GET', `/users/?search=${marker}&status=${status}&limit=0`, { token: admin.token })).body
        .count;
    expect(await count('deactivated')).toBe(0);
    expect((await bulk(admin, { ...call, expected_count: 4100 })).body).toEqual({
      count: 4100,
      done: 4100,
      unchanged: 0,
      skipped: [],
      done_at: expect.any(String),
    });
    expect(await count('deactivated')).toBe(4100);
  });

  it.each([
    [{ action: 'delete' }, ['body', 'ids']],
    [{ action: 'delete', ids: [] }, ['body', 'ids']],
    [{ action: 'delete', filter: {} }, ['body', 'expected_count']],
    [{ action: 'delete', ids: [crypto.randomUUID()], filter: {} }, ['body', 'filter']],
    [{ action: 'promote', ids: [crypto.randomUUID()] }, ['body', 'action']],
  ])('rejects the bulk request %j and names the invalid field', async (json, loc) => {
    const { status, body } = await bulk(await service().superuser(), json);
    expect([status, body.detail[0].loc]).toEqual([422, loc]);
  });
});

describe('superusers in bulk actions', () => {
  const lone = useService();

  it('deactivates superusers in bulk while another active superuser remains', async () => {
    const t = lone();
    const admin = await t.superuser();
    const [one, two] = [await t.colleague(), await t.colleague()];
    const json = { action: 'deactivate', ids: [one.id, two.id] };
    const { body } = await t.call('POST', '/users/bulk', { token: admin.token, json });
    expect(body).toMatchObject({ count: 2, done: 2, skipped: [] });
    expect(await t.login(one.email, one.password)).toBeUndefined();
    const { body: deactivated } = await t.call('GET', `/users/${two.id}`, { token: admin.token });
    expect(deactivated).toMatchObject({ is_active: false, deactivated_by: admin.id });
  });

  it.each(['deactivate', 'delete', 'erase'])(
    'keeps one active superuser when two superusers %s each other in bulk concurrently',
    async (action) => {
      const t = lone();
      const attack = (id: string, token: string) =>
        t.call('POST', '/users/bulk', { token, json: { action, ids: [id] } });
      for (let round = 0; round < 5; round += 1) {
        const [one, two] = [await t.colleague(), await t.colleague()];
        await t.db.execute(sql`update users set is_active = false where email = ${SUPERUSER.email}`);
        const answers = await Promise.all([attack(one.id, two.token), attack(two.id, one.token)]);
        const rows = await t.db.execute(
          sql`select 1 from users where is_superuser and is_active and deleted_at is null`,
        );
        expect(rows).toHaveLength(1);
        for (const { status, body } of answers)
          expect(
            status === 401 || status === 403 || body.done === 1 || body.skipped[0].code === 'last_superuser',
          ).toBe(true);
        await t.db.execute(sql`update users set is_active = (email = ${SUPERUSER.email}) where is_superuser`);
      }
    },
  );
});
