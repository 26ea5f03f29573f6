import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../../test/attack/accounts.ts';
import { type Account, type Answer, TestService, useService } from '../../../../test/harness.ts';
import { OPERATIONS } from '../../../../test/samples.ts';
import { setUpFactor } from '../../../../test/second-factors.ts';
import { liveTeamSessionsOf } from '../sessions/accounts.sessions.service.ts';
import { askForFactors } from './accounts.second-factor.service.ts';

const DAY = 86_400_000;
let time = new Date();
const now = () => time;
const service = useService({
  now,
  settings: { ADMIN_2FA: 'required', TEAM_ACCESS_TOKEN_EXPIRE_MINUTES: '100000' },
});

const refusal = ({ status, body }: Answer) => ({ status, code: body.code });
const ask = (t = service()) => askForFactors({ db: t.db, config: t.config, now });
const call = ({ token }: Pick<Account, 'token'>, method: string, path: string, json?: object) =>
  service().call(method, path, { token, ...(json && { json }) });
const me = async (account: Pick<Account, 'token'>) => (await call(account, 'GET', '/users/me')).body;
const SETUP_REQUIRED = { status: 409, code: 'second_factor_setup_required' };

/** Routes that somebody needs who has yet to set their second factor up. */
const OWN = new Set([
  'login-start_passkey_verification',
  'login-test_token',
  'login-verify_passkey',
  'login-verify_password',
  'passkeys-create_passkey',
  'passkeys-delete_passkey',
  'passkeys-read_passkeys',
  'passkeys-rename_passkey',
  'passkeys-start_passkey',
  'oidc-complete_oidc_confirmation',
  'oidc-start_oidc_confirmation',
  'preferences-read_preferences',
  'preferences-update_preferences',
  'second_factor-confirm_second_factor',
  'second_factor-read_second_factor',
  'second_factor-remove_second_factor',
  'second_factor-renew_recovery_codes',
  'second_factor-set_up_second_factor',
  'sessions-delete_current_session',
  'sessions-delete_session',
  'sessions-delete_sessions',
  'sessions-read_sessions',
  'users-cancel_email_change',
  'users-delete_user_me',
  'users-read_user_me',
  'users-resend_email_confirmation',
  'users-update_password_me',
  'users-update_user_me',
]);

const TEAM = OPERATIONS.filter(
  ({ access, audience, operationId }) => access !== 'public' && audience === 'team' && !OWN.has(operationId),
);
const OPEN = ['/users/me', '/preferences/', '/sessions/', '/second-factor/', '/app/home', '/app/messages'];

describe('a required second factor', () => {
  it('is due seven days after it was first asked for, and until then rejects nothing', async () => {
    const account = await service().colleague();
    await ask();
    const asked = time;
    time = new Date(asked.getTime() + 7 * DAY - 1);
    await ask();
    expect(await me(account)).toMatchObject({
      second_factor_policy: 'required',
      second_factor_due_at: new Date(asked.getTime() + 7 * DAY).toISOString(),
      must_set_up_second_factor: false,
    });
    expect((await call(account, 'GET', '/news/')).status).toBe(200);
  });

  it('once overdue, leaves the own account, and the app; the back-office opens with the set-up', async () => {
    const account = await service().colleague();
    const member = await service().member();
    const bystander = await service().colleague();
    await setUpFactor(service(), bystander, time);
    await ask();
    time = new Date(time.getTime() + 7 * DAY);
    expect((await me(account)).must_set_up_second_factor).toBe(true);
    for (const { operationId, route } of TEAM) {
      const path = route.path.replaceAll(/:\w+/g, account.id);
      const answer = await call(account, route.method, path);
      expect({ operationId, ...refusal(answer) }).toEqual({ operationId, ...SETUP_REQUIRED });
    }
    expect(refusal(await call(account, 'GET', '/events'))).toEqual(SETUP_REQUIRED);
    expect((await call(bystander, 'GET', '/news/')).status).toBe(200);
    for (const path of OPEN) expect([path, (await call(account, 'GET', path)).status]).toEqual([path, 200]);
    for (const path of ['/users/me', '/items/', '/app/home'])
      expect([path, (await call(member, 'GET', path)).status]).toEqual([path, 200]);

    const fresh = { token: (await signIn(service(), account.email, account.password)).body.access_token };
    await setUpFactor(service(), fresh, time);
    expect(await me(fresh)).toMatchObject({ second_factor_due_at: null, must_set_up_second_factor: false });
    expect((await call(fresh, 'GET', '/news/')).status).toBe(200);
  });

  it('lets nobody listen to events once it is overdue', async () => {
    const [account, bystander] = [await service().colleague(), await service().colleague()];
    await setUpFactor(service(), bystander, time);
    const sessions = await service().db.execute<{ id: string; user_id: string }>(
      sql`select id, user_id from sessions where user_id in (${account.id}, ${bystander.id})`,
    );
    const { db, config, storage } = service();
    const deps = { db, config, storage, now, frontendHost: '' };
    const listeners = async () => {
      const live = await liveTeamSessionsOf(
        deps,
        sessions.map(({ id }) => id),
      );
      return [...live.values()].map(({ id }) => id).sort();
    };
    await ask();
    expect(await listeners()).toEqual([account.id, bystander.id].sort());
    time = new Date(time.getTime() + 7 * DAY);
    expect(await listeners()).toEqual([bystander.id]);
  });

  it('restarts the grace period for somebody who joins the team later', async () => {
    const joining = await service().member();
    await ask();
    time = new Date(time.getTime() + 30 * DAY);
    const admin = await service().colleague();
    await call(admin, 'PATCH', `/users/${joining.id}`, { is_superuser: true });
    const { token } = { token: await service().login(joining.email, joining.password) };
    const due = new Date(time.getTime() + 7 * DAY).toISOString();
    expect(await me({ token })).toMatchObject({
      second_factor_due_at: due,
      must_set_up_second_factor: false,
    });
    await ask();
    expect(await me({ token })).toMatchObject({ second_factor_due_at: due });
  });

  it('restarts the grace period when it is required again', async () => {
    const account = await service().colleague();
    await ask();
    const optional = await TestService.start({ beside: service(), settings: { ADMIN_2FA: 'optional' }, now });
    await ask(optional);
    time = new Date(time.getTime() + 7 * DAY);
    const token = await service().login(account.email, account.password);
    expect((await me({ token })).second_factor_due_at).toBe(new Date(time.getTime() + 7 * DAY).toISOString());
    await optional.stop();
  });

  it('without days is due at once', async () => {
    const t = await TestService.start({
      beside: service(),
      settings: { ADMIN_2FA: 'required', ADMIN_2FA_GRACE_DAYS: '0' },
      now,
    });
    const account = await t.colleague();
    expect(refusal(await t.call('GET', '/news/', { token: account.token }))).toEqual(SETUP_REQUIRED);
    await t.stop();
  });
});

it('is neither offered nor asked for where it is off', async () => {
  const account = await service().colleague();
  await setUpFactor(service(), account, time);
  const t = await TestService.start({ beside: service(), settings: { ADMIN_2FA: 'off' }, now });
  const answer = await signIn(t, account.email, account.password);
  expect(answer.status).toBe(200);
  const other = await t.colleague();
  const { token } = other;
  expect(refusal(await t.call('POST', '/second-factor/', { token }))).toEqual({
    status: 409,
    code: 'second_factor_off',
  });
  expect((await t.call('GET', '/users/me', { token })).body).toMatchObject({
    second_factor_policy: 'off',
    second_factor_due_at: null,
  });
  await t.stop();
});
