import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { eventually, FRONTEND, queueOnRow, randomEmail, type TestService, useService } from '../harness.ts';
import {
  anonymous,
  concurrently,
  mailAbout,
  mailsTo,
  NEW_PASSWORD,
  recover,
  reset,
  sequentially,
  signIn,
  statusesOf,
  whoAmI,
} from './accounts.ts';

let clock = new Date();
const service = useService({
  worker: true,
  now: () => clock,
  settings: { LOGIN_FAILURES_PER_MINUTE: '5', LOGIN_FAILURES_PER_ACCOUNT: '5' },
});

describe('recovery tokens', () => {
  it('accepts a recovery token once, even when twenty requests use it concurrently', async () => {
    const t = service();
    const { email } = await t.member();
    const token = await recover(t, email);
    const answers = await concurrently(20, (index) => reset(t, token, `${NEW_PASSWORD} ${index}`));
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(1);
    expect(statusesOf(answers).filter((status) => status === 400 || status === 503)).toHaveLength(19);
    expect((await reset(t, token)).body.code).toBe('invalid_token');
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await signIn(t, email, `${NEW_PASSWORD} ${winner}`)).status).toBe(200);
  });

  it('invalidates a recovery token when a newer one is sent', async () => {
    const t = service();
    const { email } = await t.member();
    const older = await recover(t, email);
    const newest = await recover(t, email);
    expect((await reset(t, older)).body.code).toBe('invalid_token');
    expect((await reset(t, newest)).status).toBe(200);
  });

  it('creates invitation links while invitation mails are being written, without a conflict', async () => {
    const t = service();
    const { token } = await t.superuser();
    const links = await sequentially(15, async () => {
      const { body } = await t.call('POST', '/users/invite', { token, json: { email: randomEmail() } });
      return t.call('POST', `/users/${body.id}/invitation-link`, { token });
    });
    expect(new Set(statusesOf(links))).toEqual(new Set([200]));
  });

  it('sends no recovery mail to an address that is changed while the mail is being written', async () => {
    const t = service();
    const { id, email, token } = await t.member();
    const answers = await queueOnRow(t, sql`select 1 from users where id = ${id} for update`, [
      () => t.call('PATCH', '/users/me', { token, json: { email: randomEmail() } }),
      () => t.call('POST', `/password-recovery/${email}`),
    ]);
    expect(statusesOf(answers)).toEqual([200, 200]);
    await eventually(async () => {
      const jobs = await t.db.execute(
        sql`select from graphile_worker.jobs where task_identifier = 'login.recovery_mail'`,
      );
      return jobs.length === 0 || undefined;
    });
    expect(await t.db.execute(sql`select from password_tokens where user_id = ${id}`)).toHaveLength(0);
    expect((await mailsTo(t, email)).filter(({ subject }) => /réinitialisation/.test(subject))).toEqual([]);
  });

  it.each<[string, (t: TestService, token: string, id: string) => Promise<unknown>]>([
    [
      'the password was changed',
      (t, token) =>
        t.call('PATCH', '/users/me/password', {
          token,
          json: { current_password: 'correct horse', new_password: NEW_PASSWORD },
        }),
    ],
    [
      'the address was changed',
      (t, token) => t.call('PATCH', '/users/me', { token, json: { email: randomEmail() } }),
    ],
    ['the account was deleted', (t, token) => t.call('DELETE', '/users/me', { token })],
    ['a superuser set a password', async (t, _token, id) => asSuperuser(t, id, { password: NEW_PASSWORD })],
  ])('rejects a recovery token like an unknown token after %s', async (_name, change) => {
    const t = service();
    const { id, email, token } = await t.member();
    const recovery = await recover(t, email);
    expect(await change(t, token, id)).toMatchObject({ status: 200 });
    expect(anonymous(await reset(t, recovery))).toEqual(anonymous(await reset(t, 'a token of nobody')));
  });

  it('returns inactive_user for the recovery token of a deactivated account and sets no password', async () => {
    const t = service();
    const { id, email, password } = await t.member();
    const recovery = await recover(t, email);
    await asSuperuser(t, id, { is_active: false });
    expect((await reset(t, recovery)).body).toMatchObject({ detail: 'Inactive user', code: 'inactive_user' });
    await asSuperuser(t, id, { is_active: true });
    expect((await signIn(t, email, NEW_PASSWORD)).status).toBe(400);
    expect((await signIn(t, email, password)).status).toBe(200);
  });

  const HOUR = 3_600_000;

  it('accepts a recovery token for one hour', async () => {
    const t = service();
    const start = clock;
    const [one, other] = [await t.member(), await t.member()];
    const tokens = [await recover(t, one.email), await recover(t, other.email)];
    clock = new Date(start.getTime() + HOUR - 1_000);
    expect((await reset(t, tokens[0] ?? '')).status).toBe(200);
    clock = new Date(start.getTime() + HOUR + 1_000);
    expect((await reset(t, tokens[1] ?? '')).body.code).toBe('invalid_token');
    clock = start;
  });

  it('stores a recovery token nowhere in the database except in mails of the local mailbox', async () => {
    const t = service();
    const { email } = await t.member();
    const token = await recover(t, email);
    const tables = await t.db.execute<{
      name: string;
    }>(sql`select format('%I.%I', table_schema, table_name) as name
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
    const holding: string[] = [];
    for (const { name } of tables) {
      const rows = await t.db.execute(
        sql`select 1 from ${sql.raw(name)} as t where t::text like ${`%${token}%`} limit 1`,
      );
      if (rows.length > 0) holding.push(name);
    }
    expect(tables.length).toBeGreaterThan(10);
    expect(holding).toEqual(['public.mailbox']);
  });

  it('builds the recovery link from the configured origin, not from request headers', async () => {
    const t = service();
    const { email } = await t.member();
    const evil = 'evil.example';
    await recover(t, email, {
      host: evil,
      origin: `https://${evil}`,
      referer: `https://${evil}/`,
      forwarded: `host=${evil}`,
      'x-forwarded-host': evil,
      'x-forwarded-proto': 'http',
      'x-original-url': `https://${evil}/`,
    });
    const [mail] = await mailsTo(t, email);
    expect(mail?.html).toContain(`href="${FRONTEND}/reset-password?token=`);
    expect(JSON.stringify(mail)).not.toContain(evil);
  });

  it('sends no-referrer with the page of a recovery link and does not echo its token', async () => {
    const headers = { accept: 'text/html' };
    const page = await service().call('GET', '/health/../reset-password?token=secret', { headers });
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.text).not.toContain('secret');
  });
});

async function asSuperuser(t: TestService, id: string, json: object) {
  const { token } = await t.superuser();
  return t.call('PATCH', `/users/${id}`, { token, json });
}

describe('password reset', () => {
  it('ends all sessions on a password reset, starts none and notifies the owner in their language', async () => {
    const t = service();
    const { email, token } = await t.member();
    await t.call('PATCH', '/users/me', { token, json: { locale: 'en' } });
    await t.call('POST', `/password-recovery/${email}`);
    const { html } = await mailAbout(t, email, /reset your password/);
    const answer = await reset(t, /\?token=([\w-]+)"/.exec(html)?.[1] ?? '');
    expect(answer.body).toEqual({ message: 'Password updated successfully' });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(await whoAmI(t, token)).toBe(401);
    const mail = await mailAbout(t, email, /your password has been changed/);
    expect(mail.html).toContain(`href="${FRONTEND}/recover-password"`);
    expect(mail.text).toContain(email);
    expect(JSON.stringify(mail)).not.toContain(NEW_PASSWORD);
  });

  it('notifies the owner of every password change, but not of the first password after an invitation', async () => {
    const t = service();
    const { email, password, token } = await t.member();
    const json = { current_password: password, new_password: NEW_PASSWORD };
    await t.call('PATCH', '/users/me/password', { token, json });
    const mail = await mailAbout(t, email, /votre mot de passe a été modifié/);
    expect(mail.text).toContain('nouveau mot de passe\u00A0: toutes les sessions');

    const invited = randomEmail();
    const { token: admin } = await t.superuser();
    const { body } = await t.call('POST', '/users/invite', { token: admin, json: { email: invited } });
    const link = await t.call('POST', `/users/${body.id}/invitation-link`, { token: admin });
    await reset(t, new URL(link.body.url).searchParams.get('token') ?? '');
    const other = await t.member();
    await recover(t, other.email);
    expect((await mailsTo(t, invited)).filter(({ subject }) => /modifié/.test(subject))).toEqual([]);
  });

  it('unlocks an account that failed sign-ins have locked when its password is reset', async () => {
    const t = service();
    const { email } = await t.member();
    const token = await recover(t, email);
    await sequentially(5, () => signIn(t, email, 'wrong wrong'));
    expect((await signIn(t, email, 'wrong wrong')).status).toBe(429);
    expect((await reset(t, token)).status).toBe(200);
    expect((await signIn(t, email, NEW_PASSWORD)).status).toBe(200);
  });
});
