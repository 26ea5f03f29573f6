import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  type Account,
  type Answer,
  eventually,
  randomEmail,
  SUPERUSER,
  TestService,
  useService,
} from '../../../../test/harness.ts';
import { emptyUserTrash } from './accounts.lifecycle.service.ts';
import { lockSuperusers } from './accounts.users.queries.ts';

const service = useService({ worker: true, settings: { TIME_ZONE: 'Europe/Paris' } });

const refusal = ({ status, body }: Answer) => [status, body.code];
const isSignedIn = async (token: string) =>
  (await service().call('GET', '/users/me', { token })).status === 200;

/** Calls as the first superuser. */
async function asAdmin(method: string, path: string, json?: object) {
  const { token } = await service().superuser();
  return service().call(method, path, { token, ...(json && { json }) });
}

const post = (id: string, action: string, json?: object) => asAdmin('POST', `/users/${id}/${action}`, json);
const patch = (id: string, json: object) => asAdmin('PATCH', `/users/${id}`, json);

const mailsTo = (email: string) =>
  service().db.execute<{ subject: string; text: string }>(
    sql`select subject, text from mailbox where recipient = ${email} order by created_at`,
  );
const linkIn = (text: string | undefined) => /reset-password\?token=([\w-]+)/.exec(text ?? '')?.[1];
const linksMailedTo = async (email: string, count: number) =>
  eventually(async () => {
    const links = (await mailsTo(email)).map(({ text }) => linkIn(text));
    return links.length >= count ? links : undefined;
  });
const choosePassword = (token: string | undefined, new_password = 'chosen by me') =>
  service().call('POST', '/reset-password/', { json: { token, new_password } });

describe('the trash of accounts', () => {
  it('hides a deleted account from every route, ends its sessions and links, and frees its address', async () => {
    const t = service();
    const { id, email, password, token } = await t.member();
    const { text } = await asAdmin('POST', `/password-recovery-html-content/${email}`);
    await asAdmin('DELETE', `/users/${id}`);
    expect(await isSignedIn(token)).toBe(false);
    expect(await t.login(email, password)).toBeUndefined();
    expect(refusal(await choosePassword(linkIn(text)))).toEqual([400, 'invalid_token']);
    expect(refusal(await asAdmin('GET', `/users/${id}`))).toEqual([404, 'user_not_found']);
    expect(refusal(await patch(id, { full_name: 'X' }))).toEqual([404, 'user_id_not_found']);
    for (const action of ['deactivate', 'reactivate', 'sign-out', 'invitation', 'invitation-link'])
      expect(refusal(await post(id, action, {}))).toEqual([404, 'user_not_found']);
    expect(refusal(await asAdmin('POST', `/password-recovery-html-content/${email}`))).toEqual([
      404,
      'username_not_found',
    ]);
    const signUp = await t.call('POST', '/users/signup', { json: { email, password } });
    expect(signUp.status).toBe(200);
    expect(signUp.body.id).not.toBe(id);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['alone', (id) => asAdmin('DELETE', `/users/${id}`)],
    ['in bulk', (id) => asAdmin('POST', '/users/bulk', { action: 'delete', ids: [id] })],
  ])(
    'keeps recovery and invitation links invalid after restoring an account that was deleted %s',
    async (_, trash) => {
      const member = await service().member();
      const recovery = await asAdmin('POST', `/password-recovery-html-content/${member.email}`);
      const { body: guest } = await asAdmin('POST', '/users/invite', { email: randomEmail() });
      const invitation = (await post(guest.id, 'invitation-link')).body.url;
      const links = [
        [member.id, linkIn(recovery.text)],
        [guest.id, linkIn(invitation)],
      ] as const;
      for (const [id, link] of links) {
        expect(link).toBeDefined();
        await trash(id);
        expect(refusal(await choosePassword(link))).toEqual([400, 'invalid_token']);
        expect((await post(id, 'restore')).body.deleted_at).toBeNull();
        expect(refusal(await choosePassword(link))).toEqual([400, 'invalid_token']);
      }
      expect(await service().login(member.email, member.password)).toBeDefined();
    },
  );

  it('restores an account with its items but without its sessions', async () => {
    const t = service();
    const { id, email, password, token } = await t.member();
    const { body: item } = await t.call('POST', '/items/', { token, json: { title: 'Mine' } });
    await asAdmin('DELETE', `/users/${id}`);
    const { status, body } = await post(id, 'restore');
    expect([status, body.deleted_at, body.version]).toEqual([200, null, 3]);
    expect(await isSignedIn(token)).toBe(false);
    const again = await t.login(email, password);
    expect((await t.call('GET', `/items/${item.id}`, { token: again })).status).toBe(200);
    expect((await post(id, 'restore')).body).toMatchObject({ id, version: 3 });
  });

  it('rejects restoring an account whose address is taken, and an unknown account', async () => {
    const t = service();
    const { id, email } = await t.member();
    await asAdmin('DELETE', `/users/${id}`);
    await t.member({ email: email.toUpperCase() });
    expect(refusal(await post(id, 'restore'))).toEqual([409, 'email_taken']);
    expect(refusal(await post(crypto.randomUUID(), 'restore'))).toEqual([404, 'user_not_found']);
  });

  it('rejects undoing an address change while the account is in the trash, and accepts it after a restore', async () => {
    const t = service();
    const { id, token, email } = await t.member();
    await t.call('PATCH', '/users/me', { token, json: { email: randomEmail() } });
    const undo = await eventually(
      async () => /undo-email-change\?token=([\w-]+)/.exec((await mailsTo(email))[0]?.text ?? '')?.[1],
    );
    await asAdmin('DELETE', `/users/${id}`);
    const use = () => t.call('POST', '/users/undo-email-change', { json: { token: undo } });
    expect(refusal(await use())).toEqual([400, 'invalid_token']);
    await post(id, 'restore');
    expect((await use()).status).toBe(200);
  });

  it('erases accounts that have been in the trash for more than thirty days', async () => {
    const t = service();
    const [old, recent, living] = [await t.member(), await t.member(), await t.member()];
    for (const { id } of [old, recent]) await asAdmin('DELETE', `/users/${id}`);
    await t.db.execute(
      sql`update users set deleted_at = now() - interval '30 days 1 minute' where id = ${old.id}`,
    );
    await t.db.execute(sql`update users set deleted_at = now() - interval '29 days' where id = ${recent.id}`);
    await emptyUserTrash({ db: t.db, now: () => new Date() });
    expect(refusal(await post(old.id, 'restore'))).toEqual([404, 'user_not_found']);
    expect((await post(recent.id, 'restore')).status).toBe(200);
    expect(await isSignedIn(living.token)).toBe(true);
  });

  it("erases an account from the trash or directly, and rejects erasing the caller's account", async () => {
    const t = service();
    const [living, trashed] = [await t.member(), await t.member()];
    await asAdmin('DELETE', `/users/${trashed.id}`);
    for (const { id } of [living, trashed]) {
      expect((await post(id, 'erase')).status).toBe(200);
      expect(refusal(await post(id, 'restore'))).toEqual([404, 'user_not_found']);
    }
    const { id } = await t.superuser();
    expect(refusal(await post(id, 'erase'))).toEqual([409, 'own_account']);
  });

  it('does not count superusers in the trash as active', async () => {
    const t = service();
    const admin = await t.superuser();
    const { id, token } = await t.colleague();
    await t.call('PATCH', `/users/${admin.id}`, { token, json: { is_superuser: false } });
    await t.db.execute(sql`update users set deleted_at = now() where is_superuser and id <> ${id}`);
    const deactivation = { token, json: { is_active: false } };
    expect(refusal(await t.call('PATCH', `/users/${id}`, deactivation))).toEqual([409, 'last_superuser']);
    await t.db.execute(sql`update users set is_superuser = true where email = ${SUPERUSER.email}`);
    expect((await t.call('PATCH', `/users/${id}`, deactivation)).status).toBe(200);
  });
});

describe('erasing accounts', () => {
  type Erase = (t: TestService, account: Account) => Promise<Answer | undefined>;
  const WAYS: Record<string, Erase> = {
    'its owner': (t, { token }) => t.call('DELETE', '/users/me', { token }),
    'a superuser': async (t, { id }) =>
      t.call('POST', `/users/${id}/erase`, { token: (await t.superuser()).token }),
    'a superuser, among others': async (t, { id }) =>
      t.call('POST', '/users/bulk', {
        token: (await t.superuser()).token,
        json: { action: 'erase', ids: [id] },
      }),
    'the emptying of the trash': async ({ db }, { id }) => {
      await db.execute(sql`update users set deleted_at = now() - interval '31 days' where id = ${id}`);
      await emptyUserTrash({ db, now: () => new Date() });
    },
  };

  it('erases an account whose items take longer to delete than the statement timeout, in every way', async () => {
    const { db, url } = service();
    await db.execute(sql`create function linger() returns trigger language plpgsql as $$ begin
      perform pg_sleep(3.2);
      return old;
    end $$`);
    await db.execute(sql`create trigger linger before delete on items
      for each row when (old.title = 'Lingering') execute function linger()`);
    const t = await TestService.start({ beside: { url: `${url}?statement_timeout=3000` } });
    const left = Object.entries(WAYS).map(async ([way, erase]) => {
      const member = await t.member();
      await t.call('POST', '/items/', { token: member.token, json: { title: 'Lingering' } });
      await erase(t, member);
      return [way, await db.execute(sql`select from users where id = ${member.id}`)];
    });
    expect(Object.fromEntries(await Promise.all(left))).toEqual(
      Object.fromEntries(Object.keys(WAYS).map((way) => [way, []])),
    );
    await t.stop();
  });

  it('limits concurrent erasures to three, so that connections remain for other requests', async () => {
    const t = service();
    const members = await Promise.all(Array.from({ length: 4 }, () => t.member()));
    const blocked = async () => {
      const rows = await t.db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    const answers = await t.db.transaction(async (tx) => {
      await tx.execute(sql`select from users for update`);
      const erasing = members.map(({ token }) => t.call('DELETE', '/users/me', { token }));
      await eventually(async () => (await blocked()) >= 3 || undefined);
      for (let turn = 0; turn < 20; turn += 1) expect(await blocked()).toBe(3);
      return erasing;
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('erases a member without waiting for the lock on superusers', async () => {
    const { token } = await service().member();
    await service().db.transaction(async (tx) => {
      await lockSuperusers(tx);
      expect((await service().call('DELETE', '/users/me', { token })).status).toBe(200);
    });
  });
});

describe('deactivation', () => {
  it('records who deactivated an account, when, why and until which day, and ends its sessions', async () => {
    const t = service();
    const { id, email, password, token } = await t.member();
    const admin = await t.superuser();
    const { status, body } = await post(id, 'deactivate', { reason: 'On leave', until: '2999-07-14' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      is_active: false,
      deactivated_at: expect.stringMatching(/Z$/),
      deactivated_by: admin.id,
      deactivated_until: '2999-07-13T22:00:00.000Z',
      deactivation_reason: 'On leave',
      version: 2,
    });
    expect(await isSignedIn(token)).toBe(false);
    expect(await t.login(email, password)).toBeUndefined();
    expect((await post(id, 'reactivate')).body).toMatchObject({
      is_active: true,
      deactivated_at: null,
      deactivated_by: null,
      deactivated_until: null,
      deactivation_reason: null,
      version: 3,
    });
    expect(await t.login(email, password)).toBeDefined();
  });

  it('deactivates an account by PATCH, and keeps the reason of an earlier deactivation', async () => {
    const t = service();
    const { id } = await t.member();
    const admin = await t.superuser();
    expect((await patch(id, { is_active: false })).body).toMatchObject({
      is_active: false,
      deactivated_by: admin.id,
      deactivated_at: expect.any(String),
    });
    await post(id, 'deactivate', { reason: 'Asked for it' });
    expect((await patch(id, { is_active: false, full_name: 'X' })).body).toMatchObject({
      deactivation_reason: 'Asked for it',
    });
    expect((await patch(id, { is_active: true })).body).toMatchObject({
      is_active: true,
      deactivated_at: null,
      deactivation_reason: null,
    });
  });

  it('treats an account as active everywhere once its deactivation has ended', async () => {
    const t = service();
    const { id, email, password } = await t.member();
    await post(id, 'deactivate', { reason: 'A week off', until: '2999-01-01' });
    expect(await t.login(email, password)).toBeUndefined();
    await t.db.execute(sql`update users set deactivated_until = now() where id = ${id}`);
    const token = await t.login(email, password);
    expect(await isSignedIn(token)).toBe(true);
    expect((await asAdmin('GET', `/users/${id}`)).body).toMatchObject({
      is_active: true,
      deactivated_at: null,
      deactivation_reason: null,
    });
    const list = async (status: string) =>
      (await asAdmin('GET', `/users/?search=${email}&status=${status}`)).body.count;
    expect([await list('active'), await list('deactivated')]).toEqual([1, 0]);
    await t.call('POST', `/password-recovery/${email}`);
    const [link] = await linksMailedTo(email, 1);
    expect((await choosePassword(link)).status).toBe(200);
  });

  it("rejects a deactivation that ends today or targets the caller's or an unknown account", async () => {
    const t = service();
    const { id } = await t.member();
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Paris' }).format(new Date());
    expect(refusal(await post(id, 'deactivate', { until: today }))).toEqual([400, 'deactivation_end_passed']);
    expect((await post(id, 'deactivate', { until: '2026-02-30' })).status).toBe(422);
    expect((await asAdmin('GET', `/users/${id}`)).body.is_active).toBe(true);
    const admin = await t.superuser();
    expect(refusal(await post(admin.id, 'deactivate', {}))).toEqual([409, 'own_account']);
    expect(refusal(await post(crypto.randomUUID(), 'deactivate', {}))).toEqual([404, 'user_not_found']);
  });

  it('counts a superuser as active once the deactivation has ended', async () => {
    const t = service();
    const admin = await t.superuser();
    const { id, token } = await t.colleague();
    await t.db.execute(sql`update users set is_active = false, deactivated_until = now() + interval '1 day'
      where is_superuser and id <> ${id}`);
    const demote = () => t.call('PATCH', `/users/${id}`, { token, json: { is_superuser: false } });
    expect(refusal(await demote())).toEqual([409, 'last_superuser']);
    await t.db.execute(sql`update users set deactivated_until = now() where id = ${admin.id}`);
    expect((await demote()).status).toBe(200);
    await patch(admin.id, { is_active: true });
  });
});

describe('concurrent superusers', () => {
  const lone = useService();

  it.each(['deactivate', 'erase'])(
    'keeps one active superuser when two superusers %s each other concurrently',
    async (action) => {
      const t = lone();
      for (let round = 0; round < 10; round += 1) {
        const [one, two] = [await t.colleague(), await t.colleague()];
        await t.db.execute(sql`update users set is_active = false where email = ${SUPERUSER.email}`);
        const attack = (id: string, token: string) =>
          t.call('POST', `/users/${id}/${action}`, { token, ...(action === 'deactivate' && { json: {} }) });
        const answers = await Promise.all([attack(one.id, two.token), attack(two.id, one.token)]);
        const rows = await t.db.execute(sql`select 1 from users where is_superuser and is_active`);
        expect(rows).toHaveLength(1);
        expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
        await t.db.execute(sql`update users set is_active = (email = ${SUPERUSER.email}) where is_superuser`);
      }
    },
  );

  it('accepts one of two concurrent edits of the same version and rejects the other with a conflict', async () => {
    const t = lone();
    const [one, two] = [await t.superuser(), await t.colleague()];
    for (let round = 0; round < 10; round += 1) {
      const { id } = await t.member();
      const edit = (token: string, full_name: string) =>
        t.call('PATCH', `/users/${id}`, { token, json: { full_name, version: 1 } });
      const answers = await Promise.all([edit(one.token, 'One'), edit(two.token, 'Two')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [winner, loser] = answers[0].status === 200 ? answers : [answers[1], answers[0]];
      expect(loser.body.code).toBe('version_conflict');
      const { body } = await t.call('GET', `/users/${id}`, { token: one.token });
      expect(body).toEqual(winner.body);
    }
  });
});

it('increments the version of an account with every change of a field, and rejects a stale version', async () => {
  const t = service();
  const { id, token } = await t.member();
  const { body: before } = await t.call('GET', '/users/me', { token });
  expect(before.version).toBe(1);
  expect((await patch(id, {})).body).toMatchObject({ version: 1, updated_at: before.updated_at });
  const { body } = await t.call('PATCH', '/users/me', { token, json: { locale: 'en' } });
  expect(body).toMatchObject({ version: 2, locale: 'en' });
  expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
  expect((await patch(id, { locale: 'fr', version: 2 })).body).toMatchObject({ version: 3, locale: 'fr' });
  expect(refusal(await patch(id, { locale: 'en', version: 2 }))).toEqual([409, 'version_conflict']);
});

describe('last_seen_at', () => {
  it('updates last_seen_at at sign-in and then at most every five minutes', async () => {
    const t = service();
    const { id, token } = await t.member();
    const lastSeen = async () => (await asAdmin('GET', `/users/${id}`)).body.last_seen_at;
    expect(Date.now() - Date.parse(await lastSeen())).toBeLessThan(60_000);
    const longAgo = sql`now() - interval '6 minutes'`;
    await t.db.execute(sql`update users set last_seen_at = ${longAgo} where id = ${id}`);
    const before = await lastSeen();
    await isSignedIn(token);
    expect(await lastSeen()).toBe(before);
    await t.db.execute(sql`update sessions set last_used_at = ${longAgo} where user_id = ${id}`);
    await isSignedIn(token);
    expect(Date.now() - Date.parse(await lastSeen())).toBeLessThan(60_000);
  });

  it('does not block a request while a transaction locks its account', async () => {
    const t = service();
    const { id, token } = await t.member();
    await t.db.execute(
      sql`update sessions set last_used_at = now() - interval '6 minutes' where user_id = ${id}`,
    );
    await t.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from users where id = ${id} for update`);
      expect(await isSignedIn(token)).toBe(true);
    });
  });
});

describe('invitations', () => {
  const invite = async (fields: object = {}) => {
    const email = randomEmail();
    const { body } = await asAdmin('POST', '/users/invite', { email, locale: 'en', ...fields });
    return body;
  };

  it('accepts an invitation by its mailed link, valid for 72 hours, and rejects sending it again afterwards', async () => {
    const t = service();
    const user = await invite({ full_name: 'Guest' });
    const hours = (Date.parse(user.invitation_expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
    const [link] = await linksMailedTo(user.email, 1);
    expect((await mailsTo(user.email))[0]?.text).toContain('72\u00A0hours');
    expect((await choosePassword(link)).status).toBe(200);
    expect(await t.login(user.email, 'chosen by me')).toBeDefined();
    expect((await asAdmin('GET', `/users/${user.id}`)).body.invitation_expires_at).toBeNull();
    for (const action of ['invitation', 'invitation-link'])
      expect(refusal(await post(user.id, action))).toEqual([409, 'invitation_accepted']);
  });

  it('invalidates the first link when an invitation is sent again', async () => {
    const user = await invite();
    const [first] = await linksMailedTo(user.email, 1);
    expect((await post(user.id, 'invitation')).status).toBe(200);
    expect(refusal(await choosePassword(first))).toEqual([400, 'invalid_token']);
    const [, second] = await linksMailedTo(user.email, 2);
    expect((await choosePassword(second)).status).toBe(200);
  });

  it('creates an invitation link that invalidates the mailed link and stays valid after a late mail job', async () => {
    const t = service();
    const user = await invite();
    const [mailed] = await linksMailedTo(user.email, 1);
    const { status, body } = await post(user.id, 'invitation-link');
    expect(status).toBe(200);
    expect(body.expires_at).toBe((await asAdmin('GET', `/users/${user.id}`)).body.invitation_expires_at);
    const job = JSON.stringify({ user_id: user.id, invitation: user.invitation_expires_at });
    await t.db.execute(sql`select graphile_worker.add_job('users.new_account_mail', ${job}::json)`);
    await eventually(async () => {
      const left = await t.db.execute(sql`select 1 from graphile_worker.jobs`);
      return left.length === 0 || undefined;
    });
    expect(refusal(await choosePassword(mailed))).toEqual([400, 'invalid_token']);
    expect((await choosePassword(linkIn(body.url))).status).toBe(200);
  });

  it('ends an invitation when an administrator sets the password', async () => {
    const t = service();
    const user = await invite();
    const { body } = await patch(user.id, { password: 'set by admin' });
    expect(body.invitation_expires_at).toBeNull();
    expect(await t.login(user.email, 'set by admin')).toBeDefined();
  });

  it('does not count an invited superuser as active', async () => {
    const t = service();
    const { id, token } = await t.colleague();
    await invite({ is_superuser: true });
    await t.db.execute(sql`update users set is_active = false
      where is_superuser and invitation_expires_at is null and id <> ${id}`);
    const answer = await t.call('PATCH', `/users/${id}`, { token, json: { is_active: false } });
    expect(refusal(answer)).toEqual([409, 'last_superuser']);
    await t.db.execute(sql`update users set is_active = true where email = ${SUPERUSER.email}`);
  });

  it('rejects an invitation to a taken address', async () => {
    const { email } = await service().member();
    expect(refusal(await asAdmin('POST', '/users/invite', { email }))).toEqual([
      400,
      'email_taken_on_create',
    ]);
  });
});

it.each([
  ['an invited superuser', '/users/invite', {}],
  ['a superuser with a given password', '/users/', { password: 'given by admin' }],
])(
  'invalidates the link mailed to a mistyped address when the address of %s is corrected',
  async (_, path, fields) => {
    const t = service();
    const [mistyped, email] = [randomEmail(), randomEmail()];
    const account = { email: mistyped, is_superuser: true, ...fields };
    const { id } = (await asAdmin('POST', path, account)).body;
    const [given] = await linksMailedTo(mistyped, 1);
    expect((await patch(id, { email })).status).toBe(200);
    await t.call('POST', `/password-recovery/${mistyped}`);
    await t.call('POST', `/password-recovery/${email}`);
    const [own] = await linksMailedTo(email, 1);
    await eventually(
      async () => (await t.db.execute(sql`select 1 from graphile_worker.jobs`)).length === 0 || undefined,
    );
    expect(await mailsTo(mistyped)).toHaveLength(1);
    expect(refusal(await choosePassword(given))).toEqual([400, 'invalid_token']);
    expect((await choosePassword(own)).status).toBe(200);
    expect(await t.login(email, 'chosen by me')).toBeDefined();
  },
);

it('requires a password set by an administrator to be changed by its owner, with the form or a link', async () => {
  const t = service();
  const create = async (password: string) => {
    const account = { email: randomEmail(), password, must_change_password: true, locale: 'en' };
    return (await asAdmin('POST', '/users/', account)).body;
  };
  const [one, two] = [await create('given by admin'), await create('given by admin')];
  expect(one).toMatchObject({ must_change_password: true, locale: 'en', invitation_expires_at: null });
  expect((await patch(one.id, { password: 'given again' })).body.must_change_password).toBe(true);
  const token = await t.login(one.email, 'given again');
  await t.call('PATCH', '/users/me/password', {
    token,
    json: { current_password: 'given again', new_password: 'chosen by me' },
  });
  expect((await t.call('GET', '/users/me', { token })).body.must_change_password).toBe(false);
  const [link] = await linksMailedTo(two.email, 1);
  await choosePassword(link);
  expect((await asAdmin('GET', `/users/${two.id}`)).body.must_change_password).toBe(false);
});

describe('new superusers', () => {
  /** The mails to a superuser that name a promoted account. */
  const noticesOf = async (recipient: string, promoted: string) =>
    (await mailsTo(recipient)).filter(({ text }) => text.includes(promoted));

  it.each([
    [
      'PATCH',
      async () => {
        const { id, email } = await service().member();
        await patch(id, { is_superuser: true });
        return email;
      },
    ],
    [
      'creation',
      async () => {
        const email = randomEmail();
        await asAdmin('POST', '/users/', { email, password: 'correct horse', is_superuser: true });
        return email;
      },
    ],
    [
      'invitation',
      async () => {
        const email = randomEmail();
        await asAdmin('POST', '/users/invite', { email, is_superuser: true });
        return email;
      },
    ],
  ])(
    'notifies every other active superuser, in their language, of a superuser added by %s',
    async (_name, promote) => {
      const t = service();
      const [french, english, inactive] = [await t.colleague(), await t.colleague(), await t.colleague()];
      await t.call('PATCH', '/users/me', { token: english.token, json: { locale: 'en' } });
      await patch(inactive.id, { is_active: false });
      const promoted = await promote();
      const [frenchMail, englishMail] = await eventually(async () => {
        const mails = [
          ...(await noticesOf(french.email, promoted)),
          ...(await noticesOf(english.email, promoted)),
        ];
        return mails.length === 2 ? mails : undefined;
      });
      expect(frenchMail?.subject).toContain('un nouveau compte administrateur');
      expect(englishMail?.subject).toContain('a new administrator account');
      expect(englishMail?.text).toContain(SUPERUSER.email);
      expect(await noticesOf(inactive.email, promoted)).toEqual([]);
      const own = await noticesOf(promoted, promoted);
      expect(own.filter(({ subject }) => /administra/.test(subject))).toEqual([]);
    },
  );

  it('does not notify superusers again when a new superuser is edited', async () => {
    const t = service();
    const { id, email } = await t.member();
    await patch(id, { is_superuser: true });
    const countNotices = async () => (await noticesOf(SUPERUSER.email, email)).length;
    await eventually(async () => (await countNotices()) === 1 || undefined);
    await patch(id, { is_superuser: true, full_name: 'X' });
    await eventually(
      async () => (await t.db.execute(sql`select 1 from graphile_worker.jobs`)).length === 0 || undefined,
    );
    expect(await countNotices()).toBe(1);
  });

  it('ends every session of a superuser who is demoted', async () => {
    const t = service();
    const { id, token } = await t.colleague();
    await patch(id, { is_superuser: false });
    expect(await isSignedIn(token)).toBe(false);
  });
});

it('signs a user out of every session and still accepts a new sign-in', async () => {
  const t = service();
  const { id, email, password, token } = await t.member();
  const other = await t.login(email, password);
  expect((await post(id, 'sign-out')).status).toBe(200);
  expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([false, false]);
  expect(await t.login(email, password)).toBeDefined();
  expect(refusal(await post(crypto.randomUUID(), 'sign-out'))).toEqual([404, 'user_not_found']);
});
