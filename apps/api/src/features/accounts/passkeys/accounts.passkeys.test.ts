import { describe, expect, it } from 'vitest';
import { mailAbout, signIn, whoAmI } from '../../../../test/attack/accounts.ts';
import { type Account, type Answer, eventually, TestService, useService } from '../../../../test/harness.ts';
import { Authenticator, addPasskey, signInByPasskey } from '../../../../test/passkeys.ts';
import { codeAt, setUpFactor } from '../../../../test/second-factors.ts';
import { COMMANDS } from '../../../cli/commands.ts';
import { readConfig } from '../../../platform/config.ts';
import { actingAs } from '../../../platform/db/audit-context.ts';

let time = new Date();
const now = () => time;
const service = useService({ worker: true, now });

const pass = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000);
};
const refusal = ({ status, body }: Answer) => ({ status, code: body.code });
const PASSWORD_REQUIRED = { status: 409, code: 'password_required' };
const NOT_ACCEPTED = { status: 400, code: 'incorrect_passkey' };
const NO_CHALLENGE = { status: 400, code: 'invalid_challenge' };

const call = (account: Pick<Account, 'token'>, method: string, path: string, json?: object) =>
  service().call(method, path, { token: account.token, ...(json && { json }) });
const options = async (account: Pick<Account, 'token'>) =>
  (await call(account, 'POST', '/passkeys/options')).body;
const namesOf = async (account: Pick<Account, 'token'>): Promise<string[]> =>
  (await call(account, 'GET', '/passkeys/')).body.data.map(({ name }: { name: string }) => name);
const me = async (account: Pick<Account, 'token'>) => (await call(account, 'GET', '/users/me')).body;

/** The changes of an account in the log. */
async function logged(id: string) {
  const admin = await service().superuser();
  const { body } = await call(admin, 'GET', `/audit-logs/?entity_type=user&entity_id=${id}`);
  return (body.data as { actor_id: string; changes: Record<string, unknown> }[]).map(
    ({ changes }) => changes,
  );
}

describe('adding a passkey', () => {
  it('makes it a second factor, ends other sessions, mails the owner and is logged', async () => {
    const account = await service().colleague();
    const other = await service().login(account.email, account.password);
    const started = await options(account);
    expect(started).toMatchObject({
      rp: { id: 'admin.example.com', name: 'Agora' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(Buffer.from(started.user.id, 'base64url')).toHaveLength(32);
    expect(started.user.name).toBe(account.email);

    const device = new Authenticator();
    const answer = await call(account, 'POST', '/passkeys/', {
      name: ' Laptop ',
      passkey: device.create(started),
    });
    expect(answer).toMatchObject({ status: 200, body: { name: 'Laptop', last_used_at: null } });
    expect(await me(account)).toMatchObject({
      second_factor_at: time.toISOString(),
      second_factors: ['passkey'],
    });
    expect([await whoAmI(service(), account.token), await whoAmI(service(), other)]).toEqual([200, 401]);
    await mailAbout(service(), account.email, /nouvelle clé d’accès/);
    expect(await logged(account.id)).toContainEqual({ passkey: [null, 'Laptop'] });
  });

  it('allows several, with the same random handle, none twice, and leaves other sessions of the second', async () => {
    const account = await service().colleague();
    const first = await addPasskey(service(), account);
    const signedIn = await signInByPasskey(service(), first);
    const second = await options(account);
    expect(second.user.id).toBe(first.userHandle);
    expect(second.excludeCredentials).toEqual([
      { id: first.id, type: 'public-key', transports: ['internal'] },
    ]);
    const again = { name: 'Again', passkey: first.create(second) };
    expect(refusal(await call(account, 'POST', '/passkeys/', again))).toEqual({
      status: 409,
      code: 'passkey_exists',
    });
    await addPasskey(service(), account, 'Key');
    expect(await namesOf(account)).toEqual(['Laptop', 'Key']);
    expect(await whoAmI(service(), signedIn.body.access_token)).toBe(200);
  });

  it('ends at twenty', async () => {
    const account = await service().colleague();
    for (let count = 0; count < 20; count += 1) await addPasskey(service(), account, `Key ${count}`);
    const answer = await call(account, 'POST', '/passkeys/options');
    expect(refusal(answer)).toEqual({ status: 409, code: 'too_many_passkeys' });
  });

  it.each([
    ['of another origin', { origin: 'https://admin.example.com.evil.example' }],
    ['of another site', { rpId: 'evil.example' }],
    ['without PIN or finger', { isVerified: false }],
    ['of a sign-in', { type: 'webauthn.get' }],
  ])('rejects one %s', async (_what, forgery) => {
    const account = await service().colleague();
    const passkey = new Authenticator().create(await options(account), forgery);
    const answer = await call(account, 'POST', '/passkeys/', { name: 'Laptop', passkey });
    expect(refusal(answer)).toEqual(NOT_ACCEPTED);
    expect(await namesOf(account)).toEqual([]);
    expect((await me(account)).second_factor_at).toBeNull();
  });

  it('takes a challenge once, within five minutes, of the same account and purpose', async () => {
    const [account, other] = [await service().colleague(), await service().colleague()];
    const add = (challenge: string, started: object, by = account) =>
      call(by, 'POST', '/passkeys/', {
        name: 'Laptop',
        passkey: new Authenticator().create({ ...started, challenge } as never),
      });
    const started = await options(account);
    const login = await service().call('POST', '/login/passkey-options');
    for (const challenge of ['', 'AAAA', login.body.challenge, (await options(other)).challenge])
      expect(refusal(await add(challenge, started))).toEqual(NO_CHALLENGE);
    expect((await add(started.challenge, started)).status).toBe(200);
    expect(refusal(await add(started.challenge, started))).toEqual(NO_CHALLENGE);
    const late = await options(account);
    pass(300);
    expect(refusal(await add(late.challenge, late))).toEqual(NO_CHALLENGE);
    expect(await namesOf(account)).toHaveLength(1);
    expect(await namesOf(other)).toEqual([]);
  });

  it('is for the team, whatever their role', async () => {
    const editor = await service().teamMember('editor');
    await addPasskey(service(), editor);
    expect(await namesOf(editor)).toEqual(['Laptop']);
    expect((await call(await service().member(), 'POST', '/passkeys/options')).status).toBe(403);
  });
});

describe('sign-in with a passkey', () => {
  it('needs neither address, password nor code', async () => {
    const [account, bystander] = [await service().colleague(), await service().colleague()];
    await setUpFactor(service(), account, time);
    const device = await addPasskey(service(), account);
    await addPasskey(service(), bystander);
    pass(60);
    const answer = await signInByPasskey(service(), device);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['access_token', 'token_type']);
    expect((await me({ token: answer.body.access_token })).id).toBe(account.id);
    const { body } = await call(account, 'GET', '/passkeys/');
    expect(body.data[0].last_used_at).toBe(time.toISOString());
    expect(await logged(account.id)).toContainEqual({ sign_in: null });
  });

  it('names no account and none of its passkeys beforehand', async () => {
    await addPasskey(service(), await service().colleague());
    const { status, body } = await service().call('POST', '/login/passkey-options');
    expect([status, body]).toEqual([
      200,
      {
        challenge: expect.any(String),
        rpId: 'admin.example.com',
        timeout: 300_000,
        userVerification: 'required',
        allowCredentials: [],
      },
    ]);
  });

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another site', { rpId: 'evil.example' }],
    ['without PIN or finger', { isVerified: false }],
    ['with the handle of another account', { userHandle: 'AAAA' }],
    ['without a handle', { userHandle: '' }],
    ['of a registration', { type: 'webauthn.create' }],
  ])('rejects an answer %s', async (_what, forgery) => {
    const device = await addPasskey(service(), await service().colleague());
    expect(refusal(await signInByPasskey(service(), device, forgery))).toEqual(NOT_ACCEPTED);
    expect((await signInByPasskey(service(), device)).status).toBe(200);
  });

  it('rejects a signature of another key', async () => {
    const device = await addPasskey(service(), await service().colleague());
    const thief = Object.assign(new Authenticator(), { id: device.id, userHandle: device.userHandle });
    expect(refusal(await signInByPasskey(service(), thief))).toEqual(NOT_ACCEPTED);
  });

  it('takes a challenge once, within five minutes', async () => {
    const device = await addPasskey(service(), await service().colleague());
    const { body: started } = await service().call('POST', '/login/passkey-options');
    const answer = () =>
      service().call('POST', '/login/passkey', { json: { passkey: device.answer(started) } });
    const answers = await Promise.all([answer(), answer(), answer()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { body: late } = await service().call('POST', '/login/passkey-options');
    pass(300);
    const json = { passkey: device.answer(late) };
    expect(refusal(await service().call('POST', '/login/passkey', { json }))).toEqual(NO_CHALLENGE);
  });

  it('rejects a counter that does not go up, as that of a copy, and logs it', async () => {
    const account = await service().colleague();
    const device = await addPasskey(service(), account);
    expect((await signInByPasskey(service(), device, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 3, 0])
      expect(refusal(await signInByPasskey(service(), device, { counter }))).toEqual(NOT_ACCEPTED);
    expect((await signInByPasskey(service(), device, { counter: 8 })).status).toBe(200);
    await eventually(async () => {
      const failed = (await logged(account.id)).filter((changes) => 'failed_sign_in' in changes);
      return failed.length === 3 || undefined;
    });
  });

  it('accepts devices that do not count', async () => {
    const device = await addPasskey(service(), await service().colleague());
    for (let times = 0; times < 2; times += 1)
      expect((await signInByPasskey(service(), device, { counter: 0 })).status).toBe(200);
  });

  it('is not for accounts that are deactivated, deleted, or no longer of the team', async () => {
    const admin = await service().superuser();
    const [off, deleted, former] = [
      await service().colleague(),
      await service().colleague(),
      await service().teamMember('editor'),
    ];
    const devices = await Promise.all([off, deleted, former].map((one) => addPasskey(service(), one)));
    await call(admin, 'POST', `/users/${off.id}/deactivate`, {});
    await call(admin, 'DELETE', `/users/${deleted.id}`);
    await call(admin, 'PATCH', `/users/${former.id}`, { role_id: null });
    const answers = await Promise.all(devices.map((device) => signInByPasskey(service(), device)));
    expect(answers.map(refusal)).toEqual([
      { status: 400, code: 'inactive_user' },
      NOT_ACCEPTED,
      NOT_ACCEPTED,
    ]);
  });

  it('is limited per network', async () => {
    const t = await TestService.start({
      settings: { LOGIN_FAILURES_PER_MINUTE_PER_IP: '3' },
      now,
    });
    const device = await addPasskey(t, await t.colleague());
    const forged = () => signInByPasskey(t, device, { origin: 'https://evil.example' });
    for (let times = 0; times < 3; times += 1) expect(refusal(await forged())).toEqual(NOT_ACCEPTED);
    expect((await forged()).status).toBe(429);
    expect((await signInByPasskey(t, device)).status).toBe(429);
    await t.stop();
  });
});

describe('a passkey after the password', () => {
  const ticketOf = async ({ email, password }: Account) => {
    const answer = await signIn(service(), email, password);
    expect(refusal(answer)).toEqual({ status: 409, code: 'second_factor_required' });
    return answer.body as { ticket: string; allowed: string[] };
  };
  const complete = async (ticket: string, device: Authenticator) => {
    const { body: started } = await service().call('POST', '/login/passkey-options');
    const json = { ticket, passkey: device.answer(started) };
    return service().call('POST', '/login/second-factor', { json });
  };

  it('is the second step of an account without an app', async () => {
    const account = await service().colleague();
    const device = await addPasskey(service(), account);
    const { ticket, allowed } = await ticketOf(account);
    expect(allowed).toEqual(['passkey']);
    const code = { ticket, code: '123456' };
    expect(refusal(await service().call('POST', '/login/second-factor', { json: code }))).toEqual({
      status: 400,
      code: 'incorrect_code',
    });
    const answer = await complete(ticket, device);
    expect(answer.status).toBe(200);
    expect((await me({ token: answer.body.access_token })).id).toBe(account.id);
    expect(refusal(await complete(ticket, device))).toEqual({ status: 400, code: 'invalid_ticket' });
  });

  it('stands beside the code of an app', async () => {
    const account = await service().colleague();
    const { secret } = await setUpFactor(service(), account, time);
    const device = await addPasskey(service(), account);
    const { ticket, allowed } = await ticketOf(account);
    expect(allowed).toEqual(['code', 'passkey']);
    expect((await complete(ticket, device)).status).toBe(200);
    const json = { ticket: (await ticketOf(account)).ticket, code: codeAt(secret, time) };
    expect((await service().call('POST', '/login/second-factor', { json })).status).toBe(200);
  });

  it('has to be one of the account, and is counted if not', async () => {
    const [account, other] = [await service().colleague(), await service().colleague()];
    const device = await addPasskey(service(), account);
    const foreign = await addPasskey(service(), other);
    const { ticket } = await ticketOf(account);
    for (let tries = 0; tries < 5; tries += 1)
      expect(refusal(await complete(ticket, foreign))).toEqual(NOT_ACCEPTED);
    expect(refusal(await complete(ticket, device))).toEqual({ status: 400, code: 'invalid_ticket' });
  });

  it('takes either a passkey or a code', async () => {
    const account = await service().colleague();
    const device = await addPasskey(service(), account);
    const { ticket } = await ticketOf(account);
    const { body: started } = await service().call('POST', '/login/passkey-options');
    for (const json of [{ ticket }, { ticket, code: '123456', passkey: device.answer(started) }])
      expect((await service().call('POST', '/login/second-factor', { json })).status).toBe(422);
  });

  it('leaves out an app whose set-up was not finished', async () => {
    const account = await service().colleague();
    const { secret } = (await call(account, 'POST', '/second-factor/')).body;
    await addPasskey(service(), account);
    const { ticket, allowed } = await ticketOf(account);
    expect(allowed).toEqual(['passkey']);
    const json = { ticket, code: codeAt(secret, time) };
    expect(refusal(await service().call('POST', '/login/second-factor', { json }))).toEqual({
      status: 400,
      code: 'incorrect_code',
    });
  });
});

describe('a passkey in place of the password', () => {
  const verify = async (account: Account, device: Authenticator, forgery = {}) => {
    const { body: started } = await call(account, 'POST', '/login/verify-passkey-options');
    return call(account, 'POST', '/login/verify-passkey', { passkey: device.answer(started, forgery) });
  };

  it('allows what takes a recent one', async () => {
    const account = await service().colleague();
    const device = await addPasskey(service(), account);
    await service().expirePasswordEntry(account);
    expect(refusal(await call(account, 'POST', '/passkeys/options'))).toEqual(PASSWORD_REQUIRED);
    const { password } = account;
    const alone = await call(account, 'POST', '/login/verify-password', { password });
    expect([refusal(alone), alone.body.allowed]).toEqual([
      { status: 409, code: 'second_factor_required' },
      ['passkey'],
    ]);
    const { body: started } = await call(account, 'POST', '/login/verify-passkey-options');
    expect(started.allowCredentials).toEqual([
      { id: device.id, type: 'public-key', transports: ['internal'] },
    ]);
    expect((await verify(account, device)).status).toBe(200);
    expect((await call(account, 'POST', '/passkeys/options')).status).toBe(200);
  });

  it('has to be one of the caller, for a challenge of theirs', async () => {
    const [account, other] = [await service().colleague(), await service().colleague()];
    const device = await addPasskey(service(), account);
    const foreign = await addPasskey(service(), other);
    await service().expirePasswordEntry(account);
    expect(refusal(await verify(account, foreign))).toEqual(NOT_ACCEPTED);
    expect(refusal(await verify(account, device, { origin: 'https://evil.example' }))).toEqual(NOT_ACCEPTED);
    const { body: signInOptions } = await service().call('POST', '/login/passkey-options');
    const { body: ofOther } = await call(other, 'POST', '/login/verify-passkey-options');
    for (const started of [signInOptions, ofOther]) {
      const answer = await call(account, 'POST', '/login/verify-passkey', {
        passkey: device.answer(started),
      });
      expect(refusal(answer)).toEqual(NO_CHALLENGE);
    }
    expect(refusal(await call(account, 'POST', '/passkeys/options'))).toEqual(PASSWORD_REQUIRED);
    expect((await verify(account, device)).status).toBe(200);
  });
});

describe('own passkeys', () => {
  it('are renamed and removed by their owner alone, which is mailed and logged', async () => {
    const [account, other] = [await service().colleague(), await service().colleague()];
    const device = await addPasskey(service(), account);
    await addPasskey(service(), account, 'Key');
    const signedIn = (await signInByPasskey(service(), device)).body.access_token;
    const path = `/passkeys/${device.row}`;
    const missing = { status: 404, code: 'passkey_not_found' };
    expect(refusal(await call(other, 'PATCH', path, { name: 'Mine' }))).toEqual(missing);
    expect(refusal(await call(other, 'DELETE', path))).toEqual(missing);
    expect((await call(account, 'PATCH', path, { name: 'Work' })).body.name).toBe('Work');
    expect((await call(account, 'PATCH', path, { name: ' ' })).status).toBe(422);

    await service().expirePasswordEntry(account);
    expect(refusal(await call(account, 'DELETE', path))).toEqual(PASSWORD_REQUIRED);
    const token = (await signInByPasskey(service(), device)).body.access_token;
    expect((await call({ token }, 'DELETE', path)).status).toBe(200);
    expect(await namesOf({ token })).toEqual(['Key']);
    expect(await whoAmI(service(), signedIn)).toBe(401);
    expect((await me({ token })).second_factors).toEqual(['passkey']);
    expect(refusal(await signInByPasskey(service(), device))).toEqual(NOT_ACCEPTED);
    expect(refusal(await call({ token }, 'DELETE', path))).toEqual(missing);
    await mailAbout(service(), account.email, /clé d’accès a été supprimée/);
    const changes = await logged(account.id);
    for (const passkey of [
      ['Laptop', 'Work'],
      ['Work', null],
    ])
      expect(changes).toContainEqual({ passkey });
  });

  it('leave the password alone when the last one is removed', async () => {
    const account = await service().colleague();
    const { row } = await addPasskey(service(), account);
    expect((await call(account, 'DELETE', `/passkeys/${row}`)).status).toBe(200);
    expect(await me(account)).toMatchObject({ second_factor_at: null, second_factors: [] });
    expect((await signIn(service(), account.email, account.password)).status).toBe(200);
  });

  it('go on asking after the app is removed', async () => {
    const account = await service().colleague();
    await setUpFactor(service(), account, time);
    await addPasskey(service(), account);
    expect((await call(account, 'DELETE', '/second-factor/')).status).toBe(200);
    expect((await me(account)).second_factors).toEqual(['passkey']);
    expect((await signIn(service(), account.email, account.password)).status).toBe(409);
    await mailAbout(service(), account.email, /application d’authentification est retirée/);
    expect(await logged(account.id)).toContainEqual({ authenticator_app: [true, false] });
  });

  it.each(['a superuser', 'the command line'])('are removed by a reset by %s', async (who) => {
    const account = await service().colleague();
    const device = await addPasskey(service(), account);
    if (who === 'a superuser') {
      const { status } = await call(
        await service().superuser(),
        'DELETE',
        `/users/${account.id}/second-factor`,
      );
      expect(status).toBe(200);
    } else {
      const config = readConfig({ DATABASE_URL: service().url });
      await actingAs({ actor_kind: 'cli' }, async () =>
        COMMANDS.get('reset-second-factor')?.(config, { email: account.email }),
      );
    }
    expect(refusal(await signInByPasskey(service(), device))).toEqual(NOT_ACCEPTED);
    expect((await signIn(service(), account.email, account.password)).status).toBe(200);
    await mailAbout(service(), account.email, /réinitialisée/);
  });
});

it('satisfies a required second factor, and is neither offered nor asked for where there is none', async () => {
  const required = await TestService.start({
    beside: service(),
    settings: { ADMIN_2FA: 'required', ADMIN_2FA_GRACE_DAYS: '0' },
    now,
  });
  const account = await required.colleague();
  const read = () => required.call('GET', '/news/', { token: account.token });
  expect(refusal(await read())).toEqual({ status: 409, code: 'second_factor_setup_required' });
  const device = await addPasskey(required, account);
  expect((await read()).status).toBe(200);
  await required.stop();

  const off = await TestService.start({ beside: service(), settings: { ADMIN_2FA: 'off' }, now });
  const none = { status: 409, code: 'second_factor_off' };
  expect(refusal(await off.call('POST', '/login/passkey-options'))).toEqual(none);
  const { body: started } = await service().call('POST', '/login/passkey-options');
  const json = { passkey: device.answer(started) };
  expect(refusal(await off.call('POST', '/login/passkey', { json }))).toEqual(none);
  expect(refusal(await off.call('POST', '/passkeys/options', { token: account.token }))).toEqual(none);
  expect((await signIn(off, account.email, account.password)).status).toBe(200);
  await off.stop();
});
