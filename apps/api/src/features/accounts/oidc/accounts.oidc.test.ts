import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailAbout, mailsTo, recover } from '../../../../test/attack/accounts.ts';
import { type Account, type Answer, randomEmail, TestService } from '../../../../test/harness.ts';
import { begin, complete, ForgingProvider, jwt, signInBy } from '../../../../test/oidc.ts';
import { type Authenticator, addPasskey } from '../../../../test/passkeys.ts';
import { codeAt, setUpFactor } from '../../../../test/second-factors.ts';

let provider: ForgingProvider;
let t: TestService;
beforeAll(async () => {
  provider = await ForgingProvider.start();
  t = await TestService.start({ settings: provider.settings });
});
afterAll(async () => {
  await t.stop();
  await provider.stop();
});

/** Somebody at the provider. */
const person = (claims: Record<string, unknown> = {}): Record<string, unknown> & { email: string } => ({
  sub: randomUUID(),
  email: randomEmail(),
  email_verified: true,
  name: 'Katherine Johnson',
  locale: 'en-US',
  ...claims,
});

const refusal = ({ status, body }: Answer) => ({ status, code: body.code });
const refused = (status: number, code: string) => ({ status, code });
const INVALID = refused(400, 'oidc_return_invalid');

const me = async ({ body }: Answer, at = t) =>
  (await at.call('GET', '/users/me', { token: body.access_token })).body;

const rowOf = async (email: string) =>
  (await t.db.execute(sql`select * from users where email = ${email} and deleted_at is null`))[0];

/** What the log says of an account, newest first. */
const logOf = async (id: string) =>
  (
    await t.db.execute(
      sql`select actor_kind, actor_id, changes from audit_logs where entity_id = ${id} order by id desc`,
    )
  ).map(({ actor_kind, actor_id, changes }) => ({
    actor_kind,
    actor_id,
    fields: Object.keys(changes as object),
  }));

describe('sign-in through a provider', () => {
  it('asks the provider with a challenge, a state and a nonce, and starts a session', async () => {
    const { url } = await begin(t);
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe(`${provider.issuer}/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'agora',
      response_type: 'code',
      redirect_uri: 'https://admin.example.com/login/provider',
      scope: 'openid email profile',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const answer = await signInBy(t, provider, person({ groups: ['writers'] }));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['access_token', 'token_type']);
    expect((await t.call('GET', '/users/me', { token: answer.body.access_token })).status).toBe(200);
  });

  it('creates an account for somebody to whom a claim gives a role', async () => {
    const someone = person({ groups: ['else', 'writers', 'helpers'] });
    const answer = await signInBy(t, provider, someone);
    expect(await me(answer)).toMatchObject({
      email: someone.email,
      full_name: 'Katherine Johnson',
      locale: 'en',
      is_superuser: false,
      role: { key: 'editor' },
      is_role_from_oidc: true,
      oidc_linked_at: expect.any(String),
      invitation_expires_at: null,
      has_password: false,
    });
    const user = await rowOf(someone.email);
    expect(await logOf(String(user?.['id']))).toEqual([
      { actor_kind: 'user', actor_id: user?.['id'], fields: ['oidc_sign_in'] },
      {
        actor_kind: 'system',
        actor_id: null,
        fields: expect.arrayContaining(['email', 'role_id', 'oidc_linked_at']),
      },
    ]);
  });

  it('says that such an account has no password until its owner sets one by the link of a mail', async () => {
    const worker = await TestService.start({ beside: t, worker: true });
    const someone = person({ groups: ['writers'], locale: 'fr' });
    const token: string = (await signInBy(t, provider, someone)).body.access_token;
    expect((await t.call('GET', '/users/me', { token })).body.has_password).toBe(false);
    const json = { current_password: 'anything at all', new_password: 'a new long password' };
    const change = await t.call('PATCH', '/users/me/password', { token, json });
    expect(refusal(change)).toEqual(refused(400, 'incorrect_password'));
    const link = await recover(t, someone.email);
    await t.call('POST', '/reset-password/', { json: { token: link, new_password: 'a new long password' } });
    const session = await t.login(someone.email, 'a new long password');
    expect((await t.call('GET', '/users/me', { token: session })).body.has_password).toBe(true);
    await worker.stop();
  });

  it.each([
    ['has no claim', {}],
    ['has another group', { groups: ['visitors'] }],
    ['has a group whose role does not exist', { groups: ['gone'] }],
    ['has a claim of another type', { groups: { writers: true } }],
  ])('creates no account for somebody who %s', async (_why, claims) => {
    const someone = person(claims);
    expect(refusal(await signInBy(t, provider, someone))).toEqual(refused(409, 'oidc_no_role'));
    expect(await rowOf(someone.email)).toBeUndefined();
  });

  it('links an account of the team by its address, in any spelling, then knows it by its subject alone', async () => {
    const colleague = await t.teamMember('sender');
    const bystander = await t.teamMember('sender');
    const someone = person({ email: colleague.email.toUpperCase() });
    const first = await me(await signInBy(t, provider, someone));
    expect(first).toMatchObject({ id: colleague.id, role: { key: 'sender' }, is_role_from_oidc: false });
    expect((await rowOf(bystander.email))?.['oidc_linked_at']).toBeNull();
    const moved = { ...someone, email: bystander.email, email_verified: false };
    expect((await me(await signInBy(t, provider, moved))).id).toBe(colleague.id);
    expect((await logOf(colleague.id)).map(({ fields }) => fields)).toEqual([
      ['oidc_sign_in'],
      ['oidc_sign_in'],
      ['oidc_linked_at'],
      ...(await logOf(colleague.id)).slice(3).map(({ fields }) => fields),
    ]);
    // Their password and their other session go on working.
    expect((await t.call('GET', '/users/me', { token: colleague.token })).status).toBe(200);
    expect(await t.login(colleague.email, colleague.password)).toEqual(expect.any(String));
  });

  it('tells the owner of a new link by mail, once', async () => {
    const worker = await TestService.start({ beside: t, worker: true });
    const [colleague, bystander] = [await t.teamMember('sender'), await t.teamMember('sender')];
    const someone = person({ email: colleague.email });
    await signInBy(t, provider, someone);
    expect((await mailAbout(t, colleague.email, /peut se connecter avec/)).text).toContain(colleague.email);
    await signInBy(t, provider, someone);
    expect(
      await t.db.execute(sql`select from graphile_worker.jobs
      where task_identifier = 'users.second_factor_mail'`),
    ).toEqual([]);
    expect(await mailsTo(t, bystander.email)).toEqual([]);
    await worker.stop();
  });

  it.each([[undefined], [false], ['true'], ['false'], [1]])(
    'links nothing by an address whose `email_verified` is %j',
    async (email_verified) => {
      const colleague = await t.teamMember('sender');
      const answer = await signInBy(
        t,
        provider,
        person({ email: colleague.email, email_verified, groups: ['admins'] }),
      );
      expect(refusal(answer)).toEqual(refused(409, 'oidc_address_unverified'));
      expect(await rowOf(colleague.email)).toMatchObject({ oidc_linked_at: null, is_superuser: false });
    },
  );

  it('does not link an account with a second one at the provider', async () => {
    const colleague = await t.teamMember('sender');
    await signInBy(t, provider, person({ email: colleague.email }));
    const other = person({ email: colleague.email, groups: ['admins'] });
    expect(refusal(await signInBy(t, provider, other))).toEqual(refused(409, 'oidc_other_link'));
    expect(await rowOf(colleague.email)).toMatchObject({ is_superuser: false });
  });

  it('refuses members, and logs refusals of the team', async () => {
    const member = await t.member();
    const answer = await signInBy(t, provider, person({ email: member.email }));
    expect(refusal(answer)).toEqual(refused(409, 'oidc_no_role'));
    expect(await rowOf(member.email)).toMatchObject({ oidc_linked_at: null });
    const colleague = await t.teamMember('sender');
    await t.db.execute(sql`update users set is_active = false where id = ${colleague.id}`);
    const away = person({ email: colleague.email, groups: ['admins'] });
    expect(refusal(await signInBy(t, provider, away))).toEqual(refused(400, 'inactive_user'));
    expect(await rowOf(colleague.email)).toMatchObject({ oidc_linked_at: null, is_superuser: false });
    await expect.poll(async () => (await logOf(colleague.id))[0]?.fields).toEqual(['failed_sign_in']);
  });

  it('ends the sessions and the password of an existing member account that joins the team', async () => {
    const member = await t.member();
    const answer = await signInBy(t, provider, person({ email: member.email, groups: ['admins'] }));
    expect(await me(answer)).toMatchObject({ id: member.id, is_superuser: true });
    expect((await t.call('GET', '/users/me', { token: member.token })).status).toBe(401);
    expect(await t.login(member.email, member.password)).toBeUndefined();
  });

  it('accepts an invitation', async () => {
    const { token } = await t.superuser();
    const email = randomEmail();
    const role_id = await t.roleId('moderator');
    await t.call('POST', '/users/invite', { token, json: { email, role_id } });
    const answer = await signInBy(t, provider, person({ email }));
    expect(await me(answer)).toMatchObject({ email, invitation_expires_at: null, role_id });
  });

  it('refuses a linked account that is deactivated or in the trash', async () => {
    const someone = person({ groups: ['writers'] });
    await signInBy(t, provider, someone);
    await t.db.execute(sql`update users set is_active = false where email = ${someone.email}`);
    expect(refusal(await signInBy(t, provider, someone))).toEqual(refused(400, 'inactive_user'));
    await t.db.execute(
      sql`update users set is_active = true, deleted_at = now() where email = ${someone.email}`,
    );
    expect(refusal(await signInBy(t, provider, someone))).toEqual(refused(400, 'inactive_user'));
  });

  it('reads address and roles from the user info, too, of the same subject alone', async () => {
    const sub = randomUUID();
    const email = randomEmail();
    provider.userInfo = { email, email_verified: true, groups: ['helpers'] };
    expect(await me(await signInBy(t, provider, { sub }))).toMatchObject({
      email,
      role: { key: 'moderator' },
    });
    provider.userInfo = {
      sub: 'somebody else',
      email: randomEmail(),
      email_verified: true,
      groups: ['admins'],
    };
    expect(refusal(await signInBy(t, provider, { sub }))).toEqual(INVALID);
    provider.userInfo = {};
  });
});

describe('roles from a claim', () => {
  const join = async (...groups: string[]) => {
    const someone = person({ groups });
    const answer = await signInBy(t, provider, someone);
    return { someone, token: answer.body.access_token, id: (await me(answer)).id };
  };

  it('change at each sign-in, on open pages too', async () => {
    const { someone, token } = await join('writers');
    await signInBy(t, provider, { ...someone, groups: ['helpers'] });
    expect((await t.call('GET', '/users/me', { token })).body.role.key).toBe('moderator');
    await signInBy(t, provider, { ...someone, groups: ['admins'] });
    expect((await t.call('GET', '/users/me', { token })).body.is_superuser).toBe(true);
  });

  it('end the access of those who lose theirs, though not a role that was given by hand', async () => {
    const { someone, token } = await join('admins');
    expect(refusal(await signInBy(t, provider, { ...someone, groups: [] }))).toEqual(
      refused(409, 'oidc_no_role'),
    );
    expect(await rowOf(someone.email)).toMatchObject({ is_superuser: false, role_id: null });
    expect((await t.call('GET', '/users/me', { token })).status).toBe(401);
    const colleague = await t.teamMember('sender');
    const answer = await signInBy(t, provider, person({ email: colleague.email, groups: ['visitors'] }));
    expect((await me(answer)).role.key).toBe('sender');
  });

  it('cannot be set by hand', async () => {
    const { id } = await join('writers');
    const admin = await t.superuser();
    const set = (json: object) => t.call('PATCH', `/users/${id}`, { token: admin.token, json });
    const role_id = await t.roleId('analyst');
    for (const json of [{ role_id }, { role_id: null }, { is_superuser: true }])
      expect(refusal(await set(json))).toEqual(refused(409, 'role_from_provider'));
    expect((await set({ full_name: 'Another Name', role_id: await t.roleId('editor') })).status).toBe(200);
  });

  it('can be taken away by a superuser who unlinks the account, or deactivates it', async () => {
    const worker = await TestService.start({ beside: t, worker: true });
    const [{ someone, token, id }, bystander] = [await join('writers'), await join('writers')];
    const admin = await t.superuser();
    const unlink = (by: { token: string }, user_id = id) =>
      t.call('DELETE', `/users/${user_id}/provider-link`, { token: by.token });
    const set = (json: object) => t.call('PATCH', `/users/${id}`, { token: admin.token, json });
    expect((await set({ is_active: false })).status).toBe(200);
    expect((await t.call('GET', '/users/me', { token })).status).toBe(401);
    expect((await set({ is_active: true })).status).toBe(200);
    expect((await unlink(await t.teamMember('editor'))).status).toBe(403);
    expect(refusal(await unlink(admin, admin.id))).toEqual(refused(409, 'own_account'));
    expect((await unlink(admin)).status).toBe(200);
    expect(refusal(await unlink(admin))).toEqual(refused(409, 'oidc_not_linked'));
    expect(await rowOf(someone.email)).toMatchObject({ oidc_linked_at: null, is_role_from_oidc: false });
    expect((await logOf(id))[0]).toEqual({
      actor_kind: 'user',
      actor_id: admin.id,
      fields: expect.arrayContaining(['oidc_linked_at']),
    });
    expect((await mailAbout(t, someone.email, /can no longer sign in with/)).text).toContain(someone.email);
    expect((await set({ role_id: null })).body).toMatchObject({ role_id: null });
    expect(await rowOf(bystander.someone.email)).toMatchObject({ is_role_from_oidc: true });
    await worker.stop();
  });

  it('leave the last superuser one', async () => {
    const alone = await TestService.start({ settings: provider.settings });
    const last = await alone.superuser();
    const someone = person({ email: last.email, groups: ['writers'] });
    const answer = await signInBy(alone, provider, someone);
    expect(await me(answer, alone)).toMatchObject({
      id: last.id,
      is_superuser: true,
      oidc_linked_at: expect.any(String),
    });
    await alone.colleague();
    expect(await me(await signInBy(alone, provider, someone), alone)).toMatchObject({
      is_superuser: false,
      role: { key: 'editor' },
    });
    await alone.stop();
  });
});

describe('second factors', () => {
  const finish = ({ body: { ticket } }: Answer, json: object) =>
    t.call('POST', '/login/second-factor', { json: { ticket, ...json } });
  const answerOf = async (device: Authenticator) =>
    device.answer((await t.call('POST', '/login/passkey-options')).body);
  const withFactor = async (): Promise<Account & { secret: string }> => {
    const colleague = await t.colleague();
    return { ...colleague, ...(await setUpFactor(t, colleague)) };
  };

  it('are asked for by the product unless the provider did', async () => {
    const colleague = await withFactor();
    const someone = person({ email: colleague.email });
    const answer = await signInBy(t, provider, someone);
    expect(refusal(answer)).toEqual(refused(409, 'second_factor_required'));
    const code = codeAt(colleague.secret, new Date());
    const json = { ticket: answer.body.ticket, code };
    expect((await t.call('POST', '/login/second-factor', { json })).status).toBe(200);
    for (const amr of [['pwd'], 'mfa-not', [true]])
      expect((await signInBy(t, provider, { ...someone, amr })).status).toBe(409);
    for (const amr of [['pwd', 'otp'], ['mfa'], ['hwk']])
      expect((await signInBy(t, provider, { ...someone, amr })).status).toBe(200);
  });

  it('says which ones an account has', async () => {
    const byPasskey = await t.colleague();
    const device = await addPasskey(t, byPasskey);
    const answer = await signInBy(t, provider, person({ email: byPasskey.email }));
    expect(answer.body).toMatchObject({ code: 'second_factor_required', allowed: ['passkey'] });
    expect((await finish(answer, { passkey: await answerOf(device) })).status).toBe(200);
    const byCode = await withFactor();
    const other = await signInBy(t, provider, person({ email: byCode.email }));
    expect(other.body.allowed).toEqual(['code']);
  });

  it('come before anything is linked, granted or taken away', async () => {
    const colleague = await t.teamMember('sender');
    const { secret } = await setUpFactor(t, colleague);
    const someone = person({ email: colleague.email, groups: ['admins'] });
    const before = await rowOf(colleague.email);
    const answer = await signInBy(t, provider, someone);
    expect(answer.body.code).toBe('second_factor_required');
    expect(refusal(await finish(answer, { code: '000000' }))).toEqual(refused(400, 'incorrect_code'));
    expect(await rowOf(colleague.email)).toEqual(before);
    expect((await finish(answer, { code: codeAt(secret, new Date()) })).status).toBe(200);
    expect(await rowOf(colleague.email)).toMatchObject({
      is_superuser: true,
      is_role_from_oidc: true,
      oidc_linked_at: expect.anything(),
    });
    const gone = await signInBy(t, provider, { ...someone, groups: [] });
    expect(gone.body.code).toBe('second_factor_required');
    expect((await rowOf(colleague.email))?.['is_superuser']).toBe(true);
  });

  it('bind the ticket to what the provider said', async () => {
    const [colleague, other] = [await withFactor(), await withFactor()];
    const answers = [
      await signInBy(t, provider, person({ email: colleague.email, groups: ['admins'] })),
      await signInBy(t, provider, person({ email: other.email, groups: [] })),
    ];
    const [mine = [], theirs = []] = answers.map(({ body }) => String(body.ticket).split('.'));
    const code = codeAt(colleague.secret, new Date());
    for (const ticket of [mine.slice(0, 4), [...mine.slice(0, 4), theirs[4]], [...mine.slice(0, 4), 'x']]) {
      const answer = await t.call('POST', '/login/second-factor', {
        json: { ticket: ticket.join('.'), code },
      });
      expect(refusal(answer)).toEqual(refused(400, 'invalid_ticket'));
    }
  });

  it('after the provider leave the password as old as the sign-in there', async () => {
    const colleague = await withFactor();
    const auth_time = Math.floor(Date.now() / 1000) - 86_400;
    const answer = await signInBy(t, provider, person({ email: colleague.email, auth_time }));
    const { body } = await finish(answer, { code: codeAt(colleague.secret, new Date()) });
    const invited = await t.call('POST', '/users/invite', {
      token: body.access_token,
      json: { email: randomEmail(), is_superuser: true },
    });
    expect(refusal(invited)).toEqual(refused(409, 'password_required'));
  });

  it('of the provider count where they are required, in that session alone', async () => {
    const strict = await TestService.start({
      settings: {
        ...provider.settings,
        ADMIN_2FA: 'required',
        ADMIN_2FA_GRACE_DAYS: '0',
        OIDC_MFA_ACR: 'two',
      },
    });
    const someone = person({ groups: ['writers'] });
    const list = async ({ body }: Answer) =>
      (await strict.call('GET', '/news/', { token: body.access_token })).status;
    expect(await list(await signInBy(strict, provider, { ...someone, acr: 'two' }))).toBe(200);
    expect(await list(await signInBy(strict, provider, { ...someone, acr: 'one' }))).toBe(409);
    await strict.stop();
  });
});

describe('a confirmation by the provider', () => {
  const seconds = () => Math.floor(Date.now() / 1000);

  /** Somebody who has signed in there days ago. */
  async function signedIn(claims: Record<string, unknown> = {}) {
    const someone = person({ groups: ['admins'], auth_time: seconds() - 86_400, ...claims });
    const { body } = await signInBy(t, provider, someone);
    return { someone, token: body.access_token as string };
  }

  async function confirm(token: string, claims: Record<string, unknown>, code?: string, attemptOf?: string) {
    const { url, attempt } = await begin(t, attemptOf ?? token);
    const query = provider.signIn(url, claims);
    return t.call('POST', '/login/oidc/confirmation', { token, json: { attempt, query, code } });
  }

  const addColleague = (token: string) =>
    t.call('POST', '/users/invite', { token, json: { email: randomEmail(), is_superuser: true } });

  it('takes the place of the password', async () => {
    const { someone, token } = await signedIn();
    expect(refusal(await addColleague(token))).toEqual(refused(409, 'password_required'));
    const { url } = await begin(t, token);
    expect(new URL(url).searchParams.get('prompt')).toBe('login');
    expect(new URL(url).searchParams.get('max_age')).toBe('0');
    expect((await confirm(token, { ...someone, auth_time: seconds() })).status).toBe(200);
    expect((await addColleague(token)).status).toBe(200);
  });

  it.each([
    ['an old sign-in', -60, 'oidc_not_fresh'],
    ['no time', undefined, 'oidc_not_fresh'],
    ['a time as text', 'now', 'oidc_return_invalid'],
  ])('is none with %s', async (_why, since, code) => {
    const { someone, token } = await signedIn();
    const auth_time = typeof since === 'number' ? seconds() + since : since;
    expect((await confirm(token, { ...someone, auth_time })).body.code).toBe(code);
    expect(refusal(await addColleague(token))).toEqual(refused(409, 'password_required'));
  });

  it('is only that of the account itself, in the session that began it', async () => {
    const { someone, token } = await signedIn();
    const other = await signedIn();
    const now = { auth_time: seconds() };
    expect(refusal(await confirm(token, { ...other.someone, ...now }))).toEqual(
      refused(409, 'oidc_other_account'),
    );
    expect(refusal(await confirm(token, { ...someone, ...now }, undefined, other.token))).toEqual(INVALID);
    expect(refusal(await addColleague(token))).toEqual(refused(409, 'password_required'));
    const { attempt, url } = await begin(t, token);
    expect(refusal(await complete(t, attempt, provider.signIn(url, someone)))).toEqual(INVALID);
  });

  it('needs the code of a second factor, too', async () => {
    const { someone, token } = await signedIn({ amr: ['mfa'] });
    await confirm(token, { ...someone, auth_time: seconds() });
    const { secret } = await setUpFactor(t, { token });
    const claims = { ...someone, amr: ['pwd'], auth_time: seconds() };
    expect(refusal(await confirm(token, claims))).toEqual(refused(409, 'second_factor_required'));
    expect(refusal(await confirm(token, claims, '000000'))).toEqual(refused(400, 'incorrect_code'));
    expect((await confirm(token, claims, codeAt(secret, new Date()))).status).toBe(200);
  });

  it('is not offered to accounts that are not linked', async () => {
    const { token } = await t.superuser();
    const answer = await t.call('POST', '/login/oidc/confirmation/start', { token });
    expect(refusal(answer)).toEqual(refused(409, 'oidc_not_linked'));
  });
});

describe('forged returns', () => {
  const someone = () => person({ groups: ['admins'] });
  const countAccounts = async () => (await t.db.execute(sql`select count(*)::int as n from users`))[0]?.['n'];
  const now = () => Math.floor(Date.now() / 1000);

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['another issuer', (claims) => ({ ...claims, iss: 'http://localhost:1' })],
    ['another audience', (claims) => ({ ...claims, aud: 'another client' })],
    ['another nonce', (claims) => ({ ...claims, nonce: 'of another attempt' })],
    ['no nonce', ({ nonce: _none, ...claims }) => claims],
    ['no subject', ({ sub: _none, ...claims }) => claims],
    ['an expiry in the past', (claims) => ({ ...claims, exp: now() - 120 })],
    ['a start in the future', (claims) => ({ ...claims, nbf: now() + 600 })],
  ])('are refused with %s', async (_what, change) => {
    const before = await countAccounts();
    provider.forge = (claims, key) => jwt(change(claims), key);
    expect(refusal(await signInBy(t, provider, someone()))).toEqual(INVALID);
    provider.forge = undefined;
    expect(await countAccounts()).toBe(before);
  });

  it.each<[string, NonNullable<ForgingProvider['forge']>]>([
    ['the algorithm `none`', (claims, key) => jwt(claims, key, { alg: 'none' })],
    [
      'HS256 by the client secret',
      (claims) => jwt(claims, 'the secret of this test client', { alg: 'HS256' }),
    ],
    ['an unknown key', (claims, key) => jwt(claims, key, { alg: 'RS256', kid: 'unknown' })],
    [
      'a signature of other claims',
      (claims, key) => {
        const [header, , signature] = jwt(claims, key).split('.');
        const forged = Buffer.from(JSON.stringify({ ...claims, groups: ['admins'] })).toString('base64url');
        return `${header}.${forged}.${signature}`;
      },
    ],
    ['no signature', (claims, key) => jwt(claims, key).replace(/\.[^.]*$/, '.')],
    ['no token at all', () => ''],
  ])('are refused with %s', async (_what, forge) => {
    const before = await countAccounts();
    provider.forge = forge;
    const answer = await signInBy(t, provider, person({ groups: ['writers'] }));
    provider.forge = undefined;
    expect(refusal(answer)).toEqual(INVALID);
    expect(await countAccounts()).toBe(before);
  });

  it('are refused without a state, with another one, and with the attempt of another browser', async () => {
    const mine = await begin(t);
    const theirs = await begin(t);
    const query = new URLSearchParams(provider.signIn(mine.url, someone()));
    expect(refusal(await complete(t, theirs.attempt, query.toString()))).toEqual(INVALID);
    const fresh = await begin(t);
    expect(refusal(await complete(t, fresh.attempt, `code=${query.get('code')}`))).toEqual(INVALID);
    const twice = await begin(t);
    const doubled = `${provider.signIn(twice.url, someone())}&state=x`;
    expect(refusal(await complete(t, twice.attempt, doubled))).toEqual(INVALID);
    // Nobody has used the code up.
    expect((await complete(t, mine.attempt, query.toString())).status).toBe(200);
  });

  it('are refused when they are repeated, at once too', async () => {
    const { url, attempt } = await begin(t);
    const query = provider.signIn(url, someone());
    const answers = await Promise.all([1, 2, 3].map(() => complete(t, attempt, query)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    // A code that another attempt has used.
    const next = await begin(t);
    const state = new URL(next.url).searchParams.get('state') ?? '';
    const replayed = new URLSearchParams({ code: new URLSearchParams(query).get('code') ?? '', state });
    expect(refusal(await complete(t, next.attempt, replayed.toString()))).toEqual(INVALID);
  });

  it.each(['', 'nonsense', 'a.b.c', 'A'.repeat(200)])('are refused with the attempt %j', async (attempt) => {
    const { url } = await begin(t);
    expect(refusal(await complete(t, attempt, provider.signIn(url, someone())))).toEqual(INVALID);
  });

  it('are refused after ten minutes', async () => {
    let time = new Date();
    const clocked = await TestService.start({ settings: provider.settings, now: () => time });
    const { url, attempt } = await begin(clocked);
    time = new Date(time.getTime() + 601_000);
    expect(refusal(await complete(clocked, attempt, provider.signIn(url, someone())))).toEqual(INVALID);
    await clocked.stop();
  });

  it('count like wrong passwords', async () => {
    const limited = await TestService.start({
      settings: { ...provider.settings, LOGIN_FAILURES_PER_MINUTE_PER_IP: '3' },
    });
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await complete(limited, 'nonsense', 'code=1')).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    await limited.stop();
  });
});

describe('a provider', () => {
  it('that refuses is told apart', async () => {
    const { url, attempt } = await begin(t);
    const state = new URL(url).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state }).toString();
    expect(refusal(await complete(t, attempt, query))).toEqual(refused(400, 'oidc_refused'));
  });

  it.each<[string, string]>([
    ['whose keys are away', '/keys'],
    ['whose codes cannot be exchanged', '/token'],
    ['whose user info is away', '/me'],
  ])('%s is unavailable', async (_what, path) => {
    const other = await ForgingProvider.start();
    const service = await TestService.start({ settings: other.settings });
    other.answers.set(path, (response) => response.writeHead(503).end());
    const answer = await signInBy(service, other, person({ groups: ['admins'] }));
    expect(refusal(answer)).toEqual(refused(409, 'oidc_unavailable'));
    await service.stop();
    await other.stop();
  });

  it('that is down does not keep the product from starting, nor others from signing in', async () => {
    const down = await TestService.start({
      settings: { ...provider.settings, OIDC_ISSUER: 'http://127.0.0.1:9' },
    });
    const start = await down.call('POST', '/login/oidc/start');
    expect(refusal(start)).toEqual(refused(409, 'oidc_unavailable'));
    expect((await down.superuser()).token).toEqual(expect.any(String));
    await down.stop();
  });

  it('that claims to be another is not used', async () => {
    const liar = await ForgingProvider.start();
    liar.answers.set('/.well-known/openid-configuration', (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ issuer: provider.issuer })),
    );
    const service = await TestService.start({ settings: liar.settings });
    expect(refusal(await service.call('POST', '/login/oidc/start'))).toEqual(
      refused(409, 'oidc_unavailable'),
    );
    await service.stop();
    await liar.stop();
  });

  it('that is not set up is not offered', async () => {
    const plain = await TestService.start();
    expect(refusal(await plain.call('POST', '/login/oidc/start'))).toEqual(refused(409, 'oidc_off'));
    expect(refusal(await complete(plain, 'any', 'code=1'))).toEqual(refused(409, 'oidc_off'));
    await plain.stop();
  });
});
