import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  eventually,
  FRONTEND,
  randomEmail,
  SUPERUSER,
  useService,
} from '../../../../test/harness.ts';

const service = useService({ worker: true });

const login = (form: Record<string, string>) => service().call('POST', '/login/access-token', { form });

function multipart(fields: Record<string, string>) {
  const boundary = 'a-boundary-of-the-test';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    payload: `${parts.join('')}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Returns the newest token in the mailbox of an address. */
const tokenMailedTo = (email: string) =>
  eventually(async () => {
    const { text } = await service().call('GET', `/mailbox?to=${encodeURIComponent(email)}`);
    return /reset-password\?token=([\w-]+)/.exec(text)?.[1];
  });

const refusal = ({ status, body }: Answer) => ({ status, detail: body.detail, code: body.code });

describe('POST /login/access-token', () => {
  it('returns a bearer token for a URL-encoded form', async () => {
    const { status, body } = await login({
      grant_type: 'password',
      username: SUPERUSER.email,
      password: SUPERUSER.password,
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['access_token', 'token_type']);
    expect(body.token_type).toBe('bearer');
  });

  it('returns a bearer token for a multipart form', async () => {
    const { status, body } = await service().call(
      'POST',
      '/login/access-token',
      multipart({ username: SUPERUSER.email, password: SUPERUSER.password }),
    );
    expect(status).toBe(200);
    expect(body.access_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('reports both fields as missing for a sign-in sent as JSON', async () => {
    const { status, body } = await service().call('POST', '/login/access-token', {
      json: { username: SUPERUSER.email, password: SUPERUSER.password },
    });
    expect(status).toBe(422);
    expect(body.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, loc])).toEqual([
      ['missing', ['body', 'username']],
      ['missing', ['body', 'password']],
    ]);
  });

  it('treats an empty grant type as absent', async () => {
    const { email: username, password } = await service().member();
    expect((await login({ grant_type: '', username, password })).status).toBe(200);
  });

  it('rejects a grant type other than password', async () => {
    const { status, body } = await login({ grant_type: 'code', username: 'a', password: 'b' });
    expect(status).toBe(422);
    expect(body.detail[0]).toMatchObject({
      type: 'string_pattern_mismatch',
      loc: ['body', 'grant_type'],
      msg: "String should match pattern '^password$'",
    });
  });

  it('accepts the address of a sign-in in any letter case and surrounded by spaces', async () => {
    const { email, password } = await service().member();
    expect((await login({ username: ` ${email.toUpperCase()} `, password })).status).toBe(200);
  });

  it('returns the same response for a wrong password and an unknown address', async () => {
    const { email } = await service().member();
    const wrong = await login({ username: email, password: 'not it at all' });
    const unknown = await login({ username: randomEmail(), password: 'not it at all' });
    expect(refusal(wrong)).toEqual({
      status: 400,
      detail: 'Incorrect email or password',
      code: 'incorrect_credentials',
    });
    expect(refusal(unknown)).toEqual(refusal(wrong));
  });

  it('reports a deactivated account only for its correct password', async () => {
    const t = service();
    const { id, email, password } = await t.member();
    const { token } = await t.superuser();
    await t.call('PATCH', `/users/${id}`, { token, json: { is_active: false } });
    expect(refusal(await login({ username: email, password }))).toEqual({
      status: 400,
      detail: 'Inactive user',
      code: 'inactive_user',
    });
    expect((await login({ username: email, password: 'wrong wrong' })).body.code).toBe(
      'incorrect_credentials',
    );
  });
});

describe('bearer tokens', () => {
  const sign = (header: object, payload: object, key = service().config.SECRET_KEY) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part(header)}.${part(payload)}`;
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  };
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const test = (authorization: string) =>
    service().call('POST', '/login/test-token', { headers: { authorization } });

  it('returns the account of a bearer token, with the scheme in any letter case', async () => {
    const { token, email } = await service().member();
    expect((await test(`bearer ${token}`)).body.email).toBe(email);
    expect((await test(`BEARER ${token}`)).body.email).toBe(email);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Token x'])(
    'returns 401 with WWW-Authenticate for the Authorization header %j',
    async (header) => {
      const answer = await test(header);
      expect(refusal(answer)).toEqual({
        status: 401,
        detail: 'Not authenticated',
        code: 'not_authenticated',
      });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    },
  );

  it('rejects a bearer token that was tampered with, has expired or lacks a claim', async () => {
    const { token } = await service().member();
    const claims = claimsOf(token);
    const hs256 = { alg: 'HS256', typ: 'JWT' };
    expect((await test(`Bearer ${sign(hs256, claims)}`)).status).toBe(200);
    const { exp: _exp, ...endless } = claims;
    const { sid: _sid, ...sessionless } = claims;
    const bad = [
      'nonsense',
      `${token}x`,
      sign(hs256, claims, 'another key'),
      sign({ alg: 'HS512' }, claims),
      `${sign({ alg: 'none' }, claims).split('.').slice(0, 2).join('.')}.`,
      sign(hs256, { ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
      sign(hs256, endless),
      sign(hs256, sessionless),
      sign(hs256, { ...claims, sub: 'not-a-uuid' }),
      sign(hs256, { ...claims, sub: (await service().superuser()).id }),
    ];
    for (const bearer of bad)
      expect(refusal(await test(`Bearer ${bearer}`)), bearer).toEqual({
        status: 401,
        detail: 'Could not validate credentials',
        code: 'invalid_credentials',
      });
  });

  it('rejects the bearer token of a deleted account', async () => {
    const t = service();
    const { id, token } = await t.member();
    await t.call('DELETE', `/users/${id}`, { token: (await t.superuser()).token });
    expect((await test(`Bearer ${token}`)).body.code).toBe('invalid_credentials');
  });

  it('rejects the bearer token of a deactivated account, even after its reactivation', async () => {
    const t = service();
    const { id, token } = await t.member();
    const admin = (await t.superuser()).token;
    await t.call('PATCH', `/users/${id}`, { token: admin, json: { is_active: false } });
    expect((await test(`Bearer ${token}`)).status).toBe(401);
    await t.call('PATCH', `/users/${id}`, { token: admin, json: { is_active: true } });
    expect((await test(`Bearer ${token}`)).status).toBe(401);
  });
});

describe('password recovery', () => {
  it('returns the same response for known and unknown addresses and mails only the known address', async () => {
    const t = service();
    const { email } = await t.member();
    const unknown = randomEmail();
    const message = { message: 'If that email is registered, we sent a password recovery link' };
    expect(await t.call('POST', `/password-recovery/${unknown}`)).toMatchObject({
      status: 200,
      body: message,
    });
    expect(await t.call('POST', `/password-recovery/${email}`)).toMatchObject({ status: 200, body: message });
    await tokenMailedTo(email);
    const mails = await t.db.execute(sql`select 1 from mailbox where recipient = ${unknown}`);
    expect(mails).toHaveLength(0);
  });

  it.each(['nobody', 'nobody@', 'no body@example.com'])(
    'treats the invalid address %s as unknown',
    async (address) => {
      const t = service();
      const { token } = await t.superuser();
      const path = encodeURIComponent(address);
      expect((await t.call('POST', `/password-recovery/${path}`)).status).toBe(200);
      const { status, body } = await t.call('POST', `/password-recovery-html-content/${path}`, { token });
      expect([status, body.code]).toEqual([404, 'username_not_found']);
    },
  );

  it('mails a recovery link that works once and ends the sessions of the account', async () => {
    const t = service();
    const { email, token: session } = await t.member();
    await t.call('POST', `/password-recovery/${encodeURIComponent(email)}`);
    const token = await tokenMailedTo(email);
    const [mail] = await t.db.execute<{ html: string }>(
      sql`select html from mailbox where recipient = ${email}`,
    );
    expect(mail?.html).toContain(`href="${FRONTEND}/reset-password?token=${token}"`);

    const reset = { token, new_password: 'a brand new one' };
    expect(await t.call('POST', '/reset-password/', { json: reset })).toMatchObject({
      status: 200,
      body: { message: 'Password updated successfully' },
    });
    expect(refusal(await t.call('POST', '/reset-password/', { json: reset }))).toEqual({
      status: 400,
      detail: 'Invalid token',
      code: 'invalid_token',
    });
    expect((await login({ username: email, password: 'a brand new one' })).status).toBe(200);
    expect((await t.call('GET', '/users/me', { token: session })).status).toBe(401);
  });

  it('accepts only the newest recovery link', async () => {
    const t = service();
    const { email } = await t.member();
    await t.call('POST', `/password-recovery/${email}`);
    const first = await tokenMailedTo(email);
    await t.call('POST', `/password-recovery/${email}`);
    const second = await eventually(async () => {
      const token = await tokenMailedTo(email);
      return token === first ? undefined : token;
    });
    const answer = await t.call('POST', '/reset-password/', {
      json: { token: first, new_password: 'long enough' },
    });
    expect(answer.body.code).toBe('invalid_token');
    expect(
      (await t.call('POST', '/reset-password/', { json: { token: second, new_password: 'long enough' } }))
        .status,
    ).toBe(200);
  });

  it('accepts one of twenty concurrent password resets with the same token', async () => {
    const t = service();
    const { email } = await t.member();
    await t.call('POST', `/password-recovery/${email}`);
    const token = await tokenMailedTo(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        t.call('POST', '/reset-password/', { json: { token, new_password: `long enough ${index}` } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
  });

  it.each([
    [
      'a changed password',
      { json: { current_password: 'correct horse', new_password: 'new password' } },
      '/users/me/password',
    ],
    ['a changed address', { json: { email: randomEmail() } }, '/users/me'],
  ])('invalidates a recovery link after %s', async (_name, change, path) => {
    const t = service();
    const { email, token: session } = await t.member();
    await t.call('POST', `/password-recovery/${email}`);
    const token = await tokenMailedTo(email);
    expect((await t.call('PATCH', path, { token: session, ...change })).status).toBe(200);
    expect(
      (await t.call('POST', '/reset-password/', { json: { token, new_password: 'long enough' } })).body.code,
    ).toBe('invalid_token');
  });

  it('rejects an expired recovery link, and a deactivated account without consuming its link', async () => {
    const t = service();
    const { id, email } = await t.member();
    await t.call('POST', `/password-recovery/${email}`);
    const token = await tokenMailedTo(email);
    const reset = () => t.call('POST', '/reset-password/', { json: { token, new_password: 'long enough' } });

    await t.db.execute(sql`update users set is_active = false where id = ${id}`);
    expect(refusal(await reset())).toEqual({ status: 400, detail: 'Inactive user', code: 'inactive_user' });
    await t.db.execute(sql`update users set is_active = true where id = ${id}`);
    await t.db.execute(
      sql`update password_tokens set expires_at = now() - interval '1 second' where user_id = ${id}`,
    );
    expect((await reset()).body.code).toBe('invalid_token');
  });

  it('stores no recovery token in plain text in the database', async () => {
    const t = service();
    const { email } = await t.member();
    await t.call('POST', `/password-recovery/${email}`);
    const token = await tokenMailedTo(email);
    const rows = await t.db.execute(sql`select row_to_json(password_tokens)::text as row from password_tokens
      union all select row_to_json(jobs)::text from graphile_worker._private_jobs jobs`);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('rejects a recovery token as a bearer token', async () => {
    const t = service();
    const { email } = await t.member();
    await t.call('POST', `/password-recovery/${email}`);
    const token = await tokenMailedTo(email);
    expect((await t.call('GET', '/users/me', { token })).status).toBe(401);
  });

  it('returns the recovery mail with its subject to a superuser without sending it', async () => {
    const t = service();
    const { email } = await t.member();
    const { token } = await t.superuser();
    const answer = await t.call('POST', `/password-recovery-html-content/${email}`, { token });
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['subject']).toContain('Agora');
    expect(answer.text).toContain(`href="${FRONTEND}/reset-password?token=`);
    expect(await t.db.execute(sql`select 1 from mailbox where recipient = ${email}`)).toHaveLength(0);
    expect(
      refusal(await t.call('POST', `/password-recovery-html-content/${randomEmail()}`, { token })),
    ).toEqual({
      status: 404,
      detail: 'The user with this username does not exist in the system.',
      code: 'username_not_found',
    });
  });
});

describe('POST /login/verify-password', () => {
  const limited = useService({ settings: { LOGIN_FAILURES_PER_MINUTE: '3' } });

  it('verifies the password and shares the rate limit for failures with sign-ins', async () => {
    const t = limited();
    const { token, email, password } = await t.member();
    const verify = (attempt: string) =>
      t.call('POST', '/login/verify-password', { token, json: { password: attempt } });
    for (let round = 0; round < 5; round += 1)
      expect(await verify(password)).toMatchObject({ status: 200, body: { message: 'Password verified' } });
    expect(refusal(await verify('wrong'))).toEqual({
      status: 400,
      detail: 'Incorrect password',
      code: 'incorrect_password',
    });
    await t.login(email, 'wrong wrong');
    await verify('wrong');
    const answer = await verify(password);
    expect(refusal(answer)).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await t.call('GET', '/users/me', { token })).status).toBe(200);
  });
});
