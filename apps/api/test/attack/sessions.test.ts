import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Account, type Answer, queueOnRow, randomEmail, TestService, useService } from '../harness.ts';
import { changeEmail, NEW_PASSWORD, recover, reset, signIn, whoAmI } from './accounts.ts';

const service = useService({ worker: true });

const signInAgain = async ({ email, password }: Account): Promise<string> =>
  (await signIn(service(), email, password)).body.access_token;

it('ends all other sessions when a password is changed and keeps the current session', async () => {
  const t = service();
  const member = await t.member();
  const other = await signInAgain(member);
  const json = { current_password: member.password, new_password: NEW_PASSWORD };
  expect((await t.call('PATCH', '/users/me/password', { token: member.token, json })).status).toBe(200);
  expect(await whoAmI(t, other)).toBe(401);
  expect(await whoAmI(t, member.token)).toBe(200);
});

/** Actions that end all sessions of an account, run on one instance. */
const ENDINGS: [string, (t: TestService, member: Account) => Promise<unknown>][] = [
  ['a reset by mail', async (t, { email }) => reset(t, await recover(t, email))],
  ['deactivation', (t, { id }) => asSuperuser(t, 'POST', `/users/${id}/deactivate`, {})],
  ['deletion', (t, { id }) => asSuperuser(t, 'DELETE', `/users/${id}`)],
  ['erasure', (t, { id }) => asSuperuser(t, 'POST', `/users/${id}/erase`)],
  [
    'a password set by a superuser',
    (t, { id }) => asSuperuser(t, 'PATCH', `/users/${id}`, { password: NEW_PASSWORD }),
  ],
  ['sign-out by a superuser', (t, { id }) => asSuperuser(t, 'POST', `/users/${id}/sign-out`)],
  ['signing out everywhere', (t, { token }) => t.call('DELETE', '/sessions/', { token })],
  [
    'the undoing of an email change',
    async (t, { token, email }) => {
      const undo = await changeEmail(t, token, email, randomEmail());
      return t.call('POST', '/users/undo-email-change', { json: { token: undo } });
    },
  ],
];

async function asSuperuser(t: TestService, method: string, path: string, json?: object) {
  const { token } = await t.superuser();
  return t.call(method, path, { token, ...(json && { json }) });
}

describe('end of sessions', () => {
  it.each(ENDINGS)('ends all sessions on every instance after %s', async (_name, end) => {
    const t = service();
    const beside = await TestService.start({ beside: t });
    const member = await t.member();
    const tokens = [member.token, await signInAgain(member)];
    for (const token of tokens)
      expect([await whoAmI(t, token), await whoAmI(beside, token)]).toEqual([200, 200]);
    expect(await end(t, member)).toMatchObject({ status: 200 });
    for (const token of tokens)
      expect([await whoAmI(beside, token), await whoAmI(t, token)]).toEqual([401, 401]);
    await beside.stop();
  });

  it('ends the session of a superuser on every instance after a demotion', async () => {
    const t = service();
    const beside = await TestService.start({ beside: t });
    const { id, token } = await t.colleague();
    expect(await whoAmI(beside, token)).toBe(200);
    await asSuperuser(t, 'PATCH', `/users/${id}`, { is_superuser: false });
    expect([await whoAmI(beside, token), await whoAmI(t, token)]).toEqual([401, 401]);
    await beside.stop();
  });
});

/** Changes of an account, with the error code of a sign-in after each of them. */
const CHANGES: [string, string, (t: TestService, member: Account, admin: string) => Promise<Answer>][] = [
  [
    'a change of the password',
    'incorrect_credentials',
    (t, { token, password }) =>
      t.call('PATCH', '/users/me/password', {
        token,
        json: { current_password: password, new_password: NEW_PASSWORD },
      }),
  ],
  [
    'a password set by a superuser',
    'incorrect_credentials',
    (t, { id }, token) => t.call('PATCH', `/users/${id}`, { token, json: { password: NEW_PASSWORD } }),
  ],
  [
    'deactivation',
    'inactive_user',
    (t, { id }, token) => t.call('POST', `/users/${id}/deactivate`, { token, json: {} }),
  ],
  ['deletion', 'incorrect_credentials', (t, { id }, token) => t.call('DELETE', `/users/${id}`, { token })],
  ['erasure', 'incorrect_credentials', (t, { id }, token) => t.call('POST', `/users/${id}/erase`, { token })],
];

const rowOf = ({ id }: Account) => sql`select 1 from users where id = ${id} for update`;
const sessionIds = async (member: Account) => [
  ...(await service().db.execute(sql`select id from sessions where user_id = ${member.id}`)),
];

describe('changes during a sign-in', () => {
  it.each(CHANGES)(
    'starts no session after %s during the sign-in and returns %s',
    async (_name, code, change) => {
      const t = service();
      const [member, { token }] = [await t.member(), await t.superuser()];
      const before = await sessionIds(member);
      const [changed, signedIn] = await queueOnRow(t, rowOf(member), [
        () => change(t, member, token),
        () => signIn(t, member.email, member.password),
      ]);
      expect(changed?.status).toBe(200);
      expect([signedIn?.status, signedIn?.body.code]).toEqual([400, code]);
      for (const session of await sessionIds(member)) expect(before).toContainEqual(session);
    },
  );

  it('starts no session when an email change is undone during the sign-in', async () => {
    const t = service();
    const [member, email] = [await t.member(), randomEmail()];
    const undo = await changeEmail(t, member.token, member.email, email);
    const [undone, signedIn] = await queueOnRow(t, rowOf(member), [
      () => t.call('POST', '/users/undo-email-change', { json: { token: undo } }),
      () => signIn(t, email, member.password),
    ]);
    expect(undone?.status).toBe(200);
    expect(signedIn?.body.code).toBe('incorrect_credentials');
    expect(await sessionIds(member)).toEqual([]);
  });
});

describe('list of sessions', () => {
  it('lists the sessions of an account and ends a selected session at once', async () => {
    const t = service();
    const member = await t.member();
    const other = await signInAgain(member);
    const stranger = await t.member();
    const list = async (token: string) => (await t.call('GET', '/sessions/', { token })).body;
    const { data, count } = await list(member.token);
    expect(count).toBe(2);
    const { id } = data.find((row: { is_current: boolean }) => !row.is_current);
    expect((await t.call('DELETE', `/sessions/${id}`, { token: stranger.token })).status).toBe(404);
    expect(await whoAmI(t, other)).toBe(200);
    expect((await t.call('DELETE', `/sessions/${id}`, { token: member.token })).status).toBe(200);
    expect([await whoAmI(t, other), await whoAmI(t, member.token)]).toEqual([401, 200]);
    expect((await list(member.token)).count).toBe(1);
  });

  it('lets only superusers end the sessions of another account', async () => {
    const t = service();
    const [member, stranger] = [await t.member(), await t.member()];
    const end = (token: string) => t.call('POST', `/users/${member.id}/sign-out`, { token });
    expect((await end(stranger.token)).status).toBe(403);
    expect(await whoAmI(t, member.token)).toBe(200);
    expect((await end((await t.superuser()).token)).status).toBe(200);
    expect(await whoAmI(t, member.token)).toBe(401);
  });
});

describe('sign-out', () => {
  it('invalidates only the token of the current session at sign-out', async () => {
    const t = service();
    const member = await t.member();
    const other = await signInAgain(member);
    expect((await t.call('DELETE', '/sessions/current', { token: member.token })).status).toBe(200);
    expect([await whoAmI(t, member.token), await whoAmI(t, other)]).toEqual([401, 200]);
  });

  it('forbids caching of API responses', async () => {
    const { token } = await service().member();
    const { headers } = await service().call('GET', '/users/me', { token });
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('session expiry', () => {
  let clock = new Date();
  const MINUTE = 60_000;
  const after = (start: Date, milliseconds: number) => {
    clock = new Date(start.getTime() + milliseconds);
  };
  const timed = useService({ now: () => clock, settings: { SESSION_IDLE_MINUTES: '30' }, worker: true });
  const patient = useService({ now: () => clock });

  it('ends a session after thirty idle minutes, not earlier', async () => {
    const t = timed();
    const start = clock;
    const { token } = await t.member();
    after(start, 30 * MINUTE - 1_000);
    expect(await whoAmI(t, token)).toBe(200);
    after(start, 60 * MINUTE - 2_000);
    expect(await whoAmI(t, token)).toBe(200);
    after(start, 90 * MINUTE - 1_000);
    expect(await whoAmI(t, token)).toBe(401);
    after(start, 0);
  });

  it('keeps a session that is used within its idle time and ends it afterwards', async () => {
    const start = clock;
    const t = await TestService.start({ now: () => clock, settings: { SESSION_IDLE_MINUTES: '2' } });
    const { token } = await t.member();
    for (let use = 1; use <= 10; use += 1) {
      after(start, use * (2 * MINUTE - 1_000));
      expect(await whoAmI(t, token)).toBe(200);
    }
    after(start, 10 * (2 * MINUTE - 1_000) + 2 * MINUTE + 1_000);
    expect(await whoAmI(t, token)).toBe(401);
    await t.stop();
    after(start, 0);
  });

  it('does not keep an idle session alive by an open page without user activity', async () => {
    const start = clock;
    const t = await TestService.start({ now: () => clock, settings: { SESSION_IDLE_MINUTES: '2' } });
    const url = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const [left, present] = [await t.colleague(), await t.colleague()];
    after(start, 2 * MINUTE - 2_000);
    const stream = await fetch(`${url}/api/v1/events`, {
      headers: { authorization: `Bearer ${left.token}` },
    });
    const presence = { entity: 'news', id: randomUUID(), tab: randomUUID(), doing: 'reading' };
    const beat = await t.call('PUT', '/presence', { token: left.token, json: presence });
    const headers = { 'x-unattended': 'true' };
    const refreshed = await t.call('GET', '/users/me', { token: left.token, headers });
    expect([stream.status, beat.status, refreshed.status]).toEqual([200, 200, 200]);
    expect(await whoAmI(t, present.token)).toBe(200);
    after(start, 2 * MINUTE + 1_000);
    expect([await whoAmI(t, left.token), await whoAmI(t, present.token)]).toEqual([401, 200]);
    await t.stop();
    after(start, 0);
  });

  it('ends idle and old sessions of superusers by separate settings, and keeps those of members', async () => {
    const start = clock;
    const settings = { TEAM_SESSION_IDLE_MINUTES: '30', TEAM_ACCESS_TOKEN_EXPIRE_MINUTES: '60' };
    const t = await TestService.start({ now: () => clock, settings, worker: true });
    const [admin, busy, member] = [await t.colleague(), await t.colleague(), await t.member()];
    const statuses = () => Promise.all([admin, busy, member].map(({ token }) => whoAmI(t, token)));
    after(start, 29 * MINUTE);
    expect(await whoAmI(t, busy.token)).toBe(200);
    after(start, 31 * MINUTE);
    expect(await statuses()).toEqual([401, 200, 200]);
    await t.db.execute(sql`select graphile_worker.add_job('housekeeping')`);
    await expect
      .poll(async () => (await t.db.execute(sql`select 1 from sessions where user_id = ${admin.id}`)).length)
      .toBe(0);
    after(start, 59 * MINUTE);
    expect(await statuses()).toEqual([401, 200, 200]);
    after(start, 61 * MINUTE);
    expect(await statuses()).toEqual([401, 401, 200]);
    await t.stop();
    after(start, 0);
  });

  it('omits expired idle sessions from the list and deletes them in housekeeping', async () => {
    const t = timed();
    const start = clock;
    const member = await t.member();
    after(start, 31 * MINUTE);
    const token = await t.login(member.email, member.password);
    expect((await t.call('GET', '/sessions/', { token })).body.count).toBe(1);
    await t.db.execute(sql`select graphile_worker.add_job('housekeeping')`);
    await expect
      .poll(async () => (await t.db.execute(sql`select 1 from sessions where user_id = ${member.id}`)).length)
      .toBe(1);
    after(start, 0);
  });

  it('ends a session after its maximum lifetime even if it is in use', async () => {
    const t = patient();
    const start = clock;
    const { token } = await t.member();
    const lifetime = t.config.ACCESS_TOKEN_EXPIRE_MINUTES * MINUTE;
    for (const share of [0.25, 0.5, 0.75]) {
      after(start, lifetime * share);
      expect(await whoAmI(t, token)).toBe(200);
    }
    after(start, lifetime - 1_000);
    expect(await whoAmI(t, token)).toBe(200);
    after(start, lifetime + 1_000);
    expect(await whoAmI(t, token)).toBe(401);
    after(start, 0);
  });
});
