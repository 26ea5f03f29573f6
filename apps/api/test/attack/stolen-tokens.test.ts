import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  type Answer,
  eventually,
  randomEmail,
  type TestService,
  useService,
} from '../harness.ts';
import { NEW_PASSWORD, signIn, whoAmI } from './accounts.ts';

const service = useService();

const codeOf = ({ status, body }: Answer) => [status, body.code];

/** A superuser whose token was stolen: the last password entry is too long ago. */
let admin: Account;
let call: (method: string, path: string, json?: object) => Promise<Answer>;
beforeEach(async () => {
  const t = service();
  admin = await t.colleague();
  await t.expirePasswordEntry(admin);
  call = (method, path, json) => t.call(method, path, { token: admin.token, ...(json && { json }) });
});

const rowOf = async ({ id }: Pick<Account, 'id'>) => {
  const [row] = await service().db.execute(sql`select * from users where id = ${id}`);
  return row;
};

const invite = async (t: TestService) => {
  const { token } = await t.superuser();
  return (await t.call('POST', '/users/invite', { token, json: { email: randomEmail() } })).body;
};
const change = async (account: Account, how: string) => {
  await service().db.execute(sql`update users set ${sql.raw(how)} where id = ${account.id}`);
  return account;
};

/** Ways to take over an account permanently: the victim, and the request. */
const TAKEOVERS: Record<
  string,
  [(t: TestService) => Promise<Account>, (victim: Account) => Promise<Answer>]
> = {
  'promoting a member': [
    (t) => t.member(),
    ({ id }) => call('PATCH', `/users/${id}`, { is_superuser: true }),
  ],
  'setting the password of a member': [
    (t) => t.member(),
    ({ id }) => call('PATCH', `/users/${id}`, { password: NEW_PASSWORD }),
  ],
  'setting the password of a superuser': [
    (t) => t.colleague(),
    ({ id }) => call('PATCH', `/users/${id}`, { password: NEW_PASSWORD }),
  ],
  'changing the address of a superuser': [
    (t) => t.colleague(),
    ({ id }) => call('PATCH', `/users/${id}`, { email: randomEmail() }),
  ],
  'changing the superuser’s own address': [
    async () => admin,
    ({ id }) => call('PATCH', `/users/${id}`, { email: randomEmail() }),
  ],
  'reading an invitation link': [invite, ({ id }) => call('POST', `/users/${id}/invitation-link`)],
  'reading a recovery mail': [
    (t) => t.colleague(),
    ({ email }) => call('POST', `/password-recovery-html-content/${email}`),
  ],
  'reactivating a superuser': [
    async (t) => change(await t.colleague(), 'is_active = false'),
    ({ id }) => call('POST', `/users/${id}/reactivate`),
  ],
  'reactivating a superuser by PATCH': [
    async (t) => change(await t.colleague(), 'is_active = false'),
    ({ id }) => call('PATCH', `/users/${id}`, { is_active: true }),
  ],
  'reactivating superusers in bulk': [
    async (t) => change(await t.colleague(), 'is_active = false'),
    ({ id }) => call('POST', '/users/bulk', { action: 'reactivate', ids: [id] }),
  ],
  'restoring a superuser': [
    async (t) => change(await t.colleague(), 'deleted_at = now()'),
    ({ id }) => call('POST', `/users/${id}/restore`),
  ],
  'restoring superusers in bulk': [
    async (t) => change(await t.colleague(), 'deleted_at = now()'),
    ({ id }) => call('POST', '/users/bulk', { action: 'restore', ids: [id] }),
  ],
};

describe('stolen tokens of superusers', () => {
  it.each(Object.entries(TAKEOVERS))('requires a recent password for %s', async (_name, [make, attempt]) => {
    const t = service();
    const victim = await make(t);
    const row = await rowOf(victim);
    const links = () => t.db.execute(sql`select * from password_tokens where user_id = ${victim.id}`);
    const before = [...(await links())];
    expect(codeOf(await attempt(victim))).toEqual([409, 'password_required']);
    expect(await rowOf(victim)).toEqual(row);
    expect([...(await links())]).toEqual(before);
    expect(await whoAmI(t, admin.token)).toBe(200);
    const wrong = await call('POST', '/login/verify-password', { password: 'wrong wrong' });
    expect(codeOf(wrong)).toEqual([400, 'incorrect_password']);
    expect(codeOf(await attempt(victim))).toEqual([409, 'password_required']);
    await call('POST', '/login/verify-password', { password: admin.password });
    expect((await attempt(victim)).status).toBe(200);
  });

  it.each([
    ['with a password', '/users/', { password: NEW_PASSWORD }],
    ['by an invitation', '/users/invite', {}],
  ])('requires a recent password to create a superuser %s', async (_name, path, more) => {
    const json = { email: randomEmail(), is_superuser: true, ...more };
    expect(codeOf(await call('POST', path, json))).toEqual([409, 'password_required']);
    expect(await service().db.execute(sql`select 1 from users where email = ${json.email}`)).toHaveLength(0);
    expect((await call('POST', path, { ...json, is_superuser: false })).status).toBe(200);
    await call('POST', '/login/verify-password', { password: admin.password });
    expect((await call('POST', path, { ...json, email: randomEmail() })).body.is_superuser).toBe(true);
  });

  it('executes a rejected call with an Idempotency-Key again once the password is entered', async () => {
    const t = service();
    const json = { email: randomEmail(), is_superuser: true, password: NEW_PASSWORD };
    const create = () =>
      t.call('POST', '/users/', { token: admin.token, json, headers: { 'idempotency-key': 'superuser' } });
    expect(codeOf(await create())).toEqual([409, 'password_required']);
    await call('POST', '/login/verify-password', { password: admin.password });
    const created = await create();
    expect([created.status, created.body.email]).toEqual([200, json.email]);
    expect((await create()).text).toBe(created.text);
  });

  it('requires no password for changes that grant no privileges', async () => {
    const t = service();
    const [member, colleague] = [await t.member(), await t.colleague()];
    const change = (id: string, json: object) => call('PATCH', `/users/${id}`, json);
    expect((await change(member.id, { full_name: 'New', email: member.email.toUpperCase() })).status).toBe(
      200,
    );
    expect((await change(member.id, { is_active: false })).status).toBe(200);
    expect((await change(member.id, { is_active: true })).status).toBe(200);
    expect((await change(colleague.id, { is_superuser: false })).status).toBe(200);
    expect((await call('DELETE', `/users/${member.id}`)).status).toBe(200);
    expect((await call('POST', `/users/${member.id}/restore`)).status).toBe(200);
  });

  it('rejects a superuser’s change of their own password by PATCH /users/{id}, even with a recent password', async () => {
    const t = service();
    const own = () => call('PATCH', `/users/${admin.id}`, { password: NEW_PASSWORD, full_name: 'Nobody' });
    expect(codeOf(await own())).toEqual([409, 'own_password']);
    await call('POST', '/login/verify-password', { password: admin.password });
    expect(codeOf(await own())).toEqual([409, 'own_password']);
    expect((await signIn(t, admin.email, admin.password)).status).toBe(200);
    expect((await call('GET', '/users/me')).body.full_name).toBeNull();
  });
});

describe('superusers who lose their privileges during a call', () => {
  const LOSSES = {
    demoted: sql`is_superuser = false`,
    deactivated: sql`is_active = false`,
    deleted: sql`deleted_at = now()`,
  };

  /** Waits until a statement of the service is blocked by a row lock. */
  const untilWaiting = () =>
    eventually(async () => {
      const rows = await service().db.execute(sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows.length > 0 || undefined;
    });

  /** Starts a request that blocks on `row`, removes its caller's permissions, and releases the row. */
  async function callDuringLoss(
    loss: keyof typeof LOSSES,
    row: ReturnType<typeof sql>,
    work: () => Promise<Answer>,
  ) {
    let answer: Promise<Answer> | undefined;
    await service().db.transaction(async (tx) => {
      await tx.execute(row);
      answer = work();
      await untilWaiting();
      await service().db.execute(sql`update users set ${LOSSES[loss]} where id = ${admin.id}`);
    });
    return answer as Promise<Answer>;
  }

  const refused = [403, 'privileges_required'];
  const userRow = (id: string) => sql`select 1 from users where id = ${id} for update`;

  it.each(Object.keys(LOSSES) as (keyof typeof LOSSES)[])(
    'rejects changes of accounts by a superuser who is %s during the call',
    async (loss) => {
      const t = service();
      const member = await t.member();
      await call('POST', '/login/verify-password', { password: admin.password });
      const attempts: [method: string, path: string, json?: object][] = [
        ['PATCH', `/users/${member.id}`, { is_superuser: true, full_name: 'Changed' }],
        ['POST', `/users/${member.id}/deactivate`, {}],
        ['POST', '/users/bulk', { action: 'delete', ids: [member.id] }],
        ['POST', `/users/${member.id}/sign-out`],
        ['DELETE', `/users/${member.id}`],
        ['POST', `/users/${member.id}/erase`],
      ];
      const before = await rowOf(member);
      for (const [method, path, json] of attempts) {
        const answer = await callDuringLoss(loss, userRow(member.id), () => call(method, path, json));
        expect([path, ...codeOf(answer)]).toEqual([path, ...refused]);
        await t.db.execute(sql`update users set is_superuser = true, is_active = true, deleted_at = null
        where id = ${admin.id}`);
      }
      expect(await rowOf(member)).toEqual(before);
      expect(await whoAmI(t, member.token)).toBe(200);
    },
  );

  it('rejects a reply by a superuser who is demoted during the call', async () => {
    const t = service();
    const member = await t.member();
    const json = { body: 'Bonjour', client_token: crypto.randomUUID() };
    const { id, entries } = (await t.call('POST', '/app/messages', { token: member.token, json })).body;
    const thread = sql`select 1 from message_threads where id = ${id} for update`;
    const reply = { body: 'Voilà', last_entry_id: entries[0].id };
    expect(
      codeOf(await callDuringLoss('demoted', thread, () => call('POST', `/messages/${id}/replies`, reply))),
    ).toEqual(refused);
    const { body } = await t.call('GET', `/app/messages/${id}`, { token: member.token });
    expect(body.entries).toHaveLength(1);
  });

  it.each<[keyof typeof LOSSES, string, string, object?]>([
    ['demoted', 'PATCH', '', { is_superuser: true }],
    ['deactivated', 'PATCH', '', { is_active: true }],
    ['deactivated', 'POST', '/reactivate'],
    ['deleted', 'POST', '/restore'],
  ])(
    'does not restore a superuser who is %s during their own call %s /users/{id}%s',
    async (loss, method, path, json) => {
      await call('POST', '/login/verify-password', { password: admin.password });
      let answer: Promise<Answer> | undefined;
      await service().db.transaction(async (tx) => {
        await tx.execute(sql`update users set ${LOSSES[loss]} where id = ${admin.id}`);
        answer = call(method, `/users/${admin.id}${path}`, json);
        await untilWaiting();
      });
      expect((await answer)?.status).not.toBe(200);
      const { is_superuser, is_active, deleted_at } = (await rowOf(admin)) ?? {};
      expect(is_superuser && is_active && deleted_at === null).toBe(false);
    },
  );

  it('lets superusers demote themselves without a recent password', async () => {
    const answer = await call('PATCH', `/users/${admin.id}`, { is_superuser: false });
    expect([answer.status, answer.body.is_superuser]).toEqual([200, false]);
  });
});
