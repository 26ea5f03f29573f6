import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailAbout, mailsTo, signIn, whoAmI } from '../../../../test/attack/accounts.ts';
import { type Account, type Answer, TestService, useService } from '../../../../test/harness.ts';
import { codeAt, setUpFactor } from '../../../../test/second-factors.ts';
import { COMMANDS } from '../../../cli/commands.ts';
import { readConfig } from '../../../platform/config.ts';
import { actingAs } from '../../../platform/db/audit-context.ts';
import { encryptFactorsAgain } from './accounts.second-factor.service.ts';

const time = new Date();
const now = () => time;
const service = useService({ worker: true, now });

const refusal = ({ status, body }: Answer) => ({ status, code: body.code });
const PASSWORD_REQUIRED = { status: 409, code: 'password_required' };
const MISSING = { status: 409, code: 'second_factor_missing' };

const call = (account: Pick<Account, 'token'>, method: string, path: string, json?: object) =>
  service().call(method, path, { token: account.token, ...(json && { json }) });
const protect = async (account: Account) => ({
  ...account,
  ...(await setUpFactor(service(), account, time)),
});
const stateOf = async (account: Account) => (await call(account, 'GET', '/second-factor/')).body;

/** The token of another session, as before the second factor was set up. */
const otherSession = async ({ email, password }: Account): Promise<string> =>
  (await signIn(service(), email, password)).body.access_token;

async function logged(id: string) {
  const admin = await service().superuser();
  const { body } = await call(admin, 'GET', `/audit-logs/?entity_type=user&entity_id=${id}`);
  return body.data as { actor_id: string; changes: Record<string, unknown> }[];
}

describe('set-up', () => {
  it('takes a code of the new key, shows ten recovery codes, ends other sessions, mails the owner and is logged', async () => {
    const me = await service().colleague();
    const other = await otherSession(me);
    const started = await call(me, 'POST', '/second-factor/');
    const { secret, url } = started.body;
    expect(url).toMatch(/^otpauth:\/\/totp\/Agora:/);
    expect(new URL(url).searchParams.get('secret')).toBe(secret);
    expect(await stateOf(me)).toEqual({ second_factor_at: null, recovery_codes_left: 0 });

    const answer = await call(me, 'POST', '/second-factor/confirm', { code: codeAt(secret, time) });
    const codes: string[] = answer.body.recovery_codes;
    expect(answer.status).toBe(200);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{5}(-[a-z2-7]{5}){4}$/);
    expect(await stateOf(me)).toEqual({ second_factor_at: time.toISOString(), recovery_codes_left: 10 });
    expect([await whoAmI(service(), me.token), await whoAmI(service(), other)]).toEqual([200, 401]);
    await mailAbout(service(), me.email, /deux étapes est activée/);

    const [entry] = await logged(me.id);
    expect(entry).toMatchObject({
      actor_id: me.id,
      changes: { second_factor_at: [null, expect.anything()] },
    });
    const [stored] = await service().db.execute(sql`select row_to_json(second_factors)::text as text
      from second_factors where user_id = ${me.id}`);
    for (const text of [JSON.stringify(await logged(me.id)), String(stored?.['text'])])
      for (const known of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
        expect(text).not.toContain(known);
  });

  it('can be repeated until it is confirmed, with the last key', async () => {
    const me = await service().colleague();
    const first = (await call(me, 'POST', '/second-factor/')).body.secret;
    const second = (await call(me, 'POST', '/second-factor/')).body.secret;
    const confirm = (secret: string) =>
      call(me, 'POST', '/second-factor/confirm', { code: codeAt(secret, time) });
    expect(refusal(await confirm(first))).toEqual({ status: 400, code: 'incorrect_code' });
    expect((await confirm(second)).status).toBe(200);
    expect(refusal(await call(me, 'POST', '/second-factor/'))).toEqual({
      status: 409,
      code: 'second_factor_exists',
    });
    expect(refusal(await confirm(second))).toEqual({ status: 409, code: 'second_factor_exists' });
  });

  it('accepts a code once of many at the same time', async () => {
    const me = await service().colleague();
    const { secret } = (await call(me, 'POST', '/second-factor/')).body;
    const answers = await Promise.all(
      [1, 2, 3].map(() => call(me, 'POST', '/second-factor/confirm', { code: codeAt(secret, time) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('cannot be confirmed without a start, or by the code of another account', async () => {
    const [me, other] = [await service().colleague(), await protect(await service().colleague())];
    const confirm = () => call(me, 'POST', '/second-factor/confirm', { code: codeAt(other.secret, time) });
    expect(refusal(await confirm())).toEqual({ status: 400, code: 'incorrect_code' });
    await call(me, 'POST', '/second-factor/');
    expect(refusal(await confirm())).toEqual({ status: 400, code: 'incorrect_code' });
    expect((await stateOf(me)).second_factor_at).toBeNull();
  });

  it('is for the whole team, whatever their role, and not for members', async () => {
    const editor = await service().teamMember('editor');
    expect((await protect(editor)).recoveryCodes).toHaveLength(10);
    const member = await service().member();
    expect((await call(member, 'POST', '/second-factor/')).status).toBe(403);
  });
});

describe('a recent password', () => {
  it('is required for every change', async () => {
    const [me, owner] = [await service().colleague(), await protect(await service().colleague())];
    const victim = await protect(await service().colleague());
    const { secret } = (await call(me, 'POST', '/second-factor/')).body;
    await service().expirePasswordEntry(me);
    await service().expirePasswordEntry(owner);
    for (const answer of [
      await call(me, 'POST', '/second-factor/'),
      await call(me, 'POST', '/second-factor/confirm', { code: codeAt(secret, time) }),
      await call(owner, 'POST', '/second-factor/recovery-codes'),
      await call(owner, 'DELETE', '/second-factor/'),
      await call(owner, 'DELETE', `/users/${victim.id}/second-factor`),
    ])
      expect(refusal(answer)).toEqual(PASSWORD_REQUIRED);
    expect(await stateOf(owner)).toMatchObject({ recovery_codes_left: 10 });
    expect((await stateOf(victim)).second_factor_at).not.toBeNull();
  });

  it('takes a code, too, where there is a second factor', async () => {
    const [me, other] = [await protect(await service().colleague()), await service().colleague()];
    const verify = (account: Account, json: object) => call(account, 'POST', '/login/verify-password', json);
    const { password } = me;
    await service().expirePasswordEntry(me);
    const code = codeAt(me.secret, time);
    expect(refusal(await verify(me, { password: 'wrong wrong' }))).toMatchObject({
      code: 'incorrect_password',
    });
    expect(refusal(await verify(me, { password: 'wrong wrong', code }))).toMatchObject({
      code: 'incorrect_password',
    });
    expect(refusal(await verify(me, { password }))).toEqual({ status: 409, code: 'second_factor_required' });
    expect(refusal(await verify(me, { password, code: '000000' }))).toEqual({
      status: 400,
      code: 'incorrect_code',
    });
    expect(refusal(await call(me, 'DELETE', '/second-factor/'))).toEqual(PASSWORD_REQUIRED);
    expect((await verify(me, { password, code })).status).toBe(200);
    expect(refusal(await verify(me, { password, code }))).toMatchObject({ code: 'incorrect_code' });
    expect((await call(me, 'DELETE', '/second-factor/')).status).toBe(200);
    expect((await verify(me, { password })).status).toBe(200);
    expect((await verify(other, { password: other.password })).status).toBe(200);
  });
});

describe('recovery codes', () => {
  it('can be regenerated, which revokes the former ones, mails the owner and is logged', async () => {
    const [me, other] = [
      await protect(await service().colleague()),
      await protect(await service().colleague()),
    ];
    const { body } = await call(me, 'POST', '/second-factor/recovery-codes');
    expect(body.recovery_codes).toHaveLength(10);
    const enter = async (account: Account, code: string) => {
      const { ticket } = (await signIn(service(), account.email, account.password)).body;
      return (await service().call('POST', '/login/second-factor', { json: { ticket, code } })).status;
    };
    expect(await enter(me, me.recoveryCodes[0] as string)).toBe(400);
    expect(await enter(me, body.recovery_codes[0])).toBe(200);
    expect(await enter(other, other.recoveryCodes[0] as string)).toBe(200);
    await mailAbout(service(), me.email, /nouveaux codes de secours/);
    expect((await logged(me.id)).map(({ changes }) => changes)).toContainEqual({ recovery_codes: null });
  });

  it('go on working from the time when they were shorter', async () => {
    const me = await protect(await service().colleague());
    await service().db.execute(sql`update second_factors
      set recovery_hashes = array[encode(sha256('abcdefghijklmnop'), 'hex')] where user_id = ${me.id}`);
    const { ticket } = (await signIn(service(), me.email, me.password)).body;
    const json = { ticket, code: 'abcd-efgh-ijkl-mnop' };
    expect((await service().call('POST', '/login/second-factor', { json })).status).toBe(200);
  });

  it('are not for accounts without a second factor', async () => {
    const me = await service().colleague();
    expect(refusal(await call(me, 'POST', '/second-factor/recovery-codes'))).toEqual(MISSING);
    await call(me, 'POST', '/second-factor/');
    expect(refusal(await call(me, 'POST', '/second-factor/recovery-codes'))).toEqual(MISSING);
  });
});

describe('removal', () => {
  it('by the owner ends their other sessions, mails them and is logged', async () => {
    const me = await protect(await service().colleague());
    const bystander = await protect(await service().colleague());
    const { ticket } = (await signIn(service(), me.email, me.password)).body;
    const code = me.recoveryCodes[0];
    const other = (await service().call('POST', '/login/second-factor', { json: { ticket, code } })).body
      .access_token;
    expect((await call(me, 'DELETE', '/second-factor/')).status).toBe(200);
    expect([await whoAmI(service(), me.token), await whoAmI(service(), other)]).toEqual([200, 401]);
    expect((await signIn(service(), me.email, me.password)).status).toBe(200);
    expect((await signIn(service(), bystander.email, bystander.password)).status).toBe(409);
    await mailAbout(service(), me.email, /deux étapes est désactivée/);
    expect(refusal(await call(me, 'DELETE', '/second-factor/'))).toEqual(MISSING);
    expect((await logged(me.id)).map(({ changes }) => changes)).toContainEqual({
      second_factor_at: [expect.anything(), null],
    });
  });

  it('by a superuser ends all sessions, mails the owner and is logged', async () => {
    const [admin, me] = [await service().superuser(), await protect(await service().teamMember('moderator'))];
    const path = `/users/${me.id}/second-factor`;
    expect((await call(me, 'DELETE', `/users/${admin.id}/second-factor`)).status).toBe(403);
    expect((await call(admin, 'DELETE', path)).status).toBe(200);
    expect([await whoAmI(service(), me.token), await whoAmI(service(), admin.token)]).toEqual([401, 200]);
    expect((await signIn(service(), me.email, me.password)).status).toBe(200);
    await mailAbout(service(), me.email, /deux étapes a été réinitialisée/);
    expect((await logged(me.id)).map(({ actor_id, changes }) => ({ actor_id, changes }))).toContainEqual({
      actor_id: admin.id,
      changes: { second_factor_at: [expect.anything(), null] },
    });
    expect(refusal(await call(admin, 'DELETE', path))).toEqual(MISSING);
  });

  it('on the command line ends all sessions, mails the owner and is logged', async () => {
    const [me, bystander] = [
      await protect(await service().colleague()),
      await protect(await service().colleague()),
    ];
    const config = readConfig({ DATABASE_URL: service().url });
    await actingAs({ actor_kind: 'cli' }, async () =>
      COMMANDS.get('reset-second-factor')?.(config, { email: me.email }),
    );
    expect([await whoAmI(service(), me.token), await whoAmI(service(), bystander.token)]).toEqual([401, 200]);
    expect((await signIn(service(), me.email, me.password)).status).toBe(200);
    await mailAbout(service(), me.email, /deux étapes a été réinitialisée/);
    expect(await logged(me.id)).toContainEqual(
      expect.objectContaining({
        actor_kind: 'cli',
        actor_id: null,
        changes: { second_factor_at: [expect.anything(), null] },
      }),
    );
  });

  it('by a superuser is not for their own account, nor for unknown ones', async () => {
    const me = await protect(await service().colleague());
    expect(refusal(await call(me, 'DELETE', `/users/${me.id}/second-factor`))).toEqual({
      status: 409,
      code: 'own_account',
    });
    expect(refusal(await call(me, 'DELETE', `/users/${crypto.randomUUID()}/second-factor`))).toEqual({
      status: 404,
      code: 'user_not_found',
    });
    await mailAbout(service(), me.email, /deux étapes est activée/);
    expect(await mailsTo(service(), me.email)).toHaveLength(1);
  });
});

it('shows whether an account of the team has a second factor to those who may read it', async () => {
  const [admin, me] = [await service().superuser(), await protect(await service().colleague())];
  const read = async (account: Account) =>
    (await call(admin, 'GET', `/users/${account.id}`)).body.second_factor_at;
  expect(await read(me)).toBe(time.toISOString());
  expect(await read(admin)).toBeNull();
});

it('is not asked of somebody who has left the team', async () => {
  const me = await protect(await service().teamMember('editor'));
  await service().db.execute(sql`update users set role_id = null where id = ${me.id}`);
  const answer = await signIn(service(), me.email, me.password);
  expect(answer.status).toBe(200);
  expect(
    (await call({ token: answer.body.access_token }, 'GET', '/users/me')).body.second_factor_at,
  ).toBeNull();
});

it('works after a change of SECRET_KEY, and without SECRET_KEY_PREVIOUS once its key is encrypted again', async () => {
  const me = await protect(await service().colleague());
  const keys = {
    SECRET_KEY: 'the next key of the service',
    SECRET_KEY_PREVIOUS: service().config.SECRET_KEY,
  };
  const rotated = await TestService.start({ beside: service(), settings: keys, now });
  const after = await TestService.start({
    beside: service(),
    settings: { ...keys, SECRET_KEY_PREVIOUS: '' },
    now,
  });
  const enter = async (t: TestService, seconds: number) => {
    const { ticket } = (await signIn(t, me.email, me.password)).body;
    const code = codeAt(me.secret, new Date(time.getTime() + seconds * 1000));
    return (await t.call('POST', '/login/second-factor', { json: { ticket, code } })).status;
  };
  expect(await enter(rotated, 0)).toBe(200);
  await encryptFactorsAgain({ db: rotated.db, config: rotated.config, now });
  expect(await enter(after, 30)).toBe(200);
  await Promise.all([rotated.stop(), after.stop()]);
});
