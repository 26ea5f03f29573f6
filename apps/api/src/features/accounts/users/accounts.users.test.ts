import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Answer, eventually, randomEmail, SUPERUSER, useService } from '../../../../test/harness.ts';

const service = useService({ worker: true });

const refusal = ({ status, body }: Answer) => [status, body.detail];
const mailTo = (email: string) =>
  eventually(async () => {
    const [mail] = await service().db.execute<{ subject: string; html: string; text: string }>(
      sql`select subject, html, text from mailbox where recipient = ${email}`,
    );
    return mail;
  });

describe('POST /users/signup', () => {
  const signUp = (json: object) => service().call('POST', '/users/signup', { json });

  it('signs up a member without privileges and ignores privileged and unknown fields', async () => {
    const email = randomEmail();
    const { status, body } = await signUp({
      email,
      full_name: 'Zoë',
      password: 'correct horse',
      confirm_password: 'correct horse',
      is_superuser: true,
      is_active: false,
      id: 'mine',
    });
    expect(status).toBe(200);
    expect(Object.keys(body).slice(0, 6)).toEqual([
      'email',
      'is_active',
      'is_superuser',
      'full_name',
      'id',
      'created_at',
    ]);
    expect(body).toMatchObject({ email, full_name: 'Zoë', is_active: true, is_superuser: false });
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('rejects a sign-up with a known address in any letter case', async () => {
    const { email } = await service().member();
    expect(refusal(await signUp({ email: email.toUpperCase(), password: 'correct horse' }))).toEqual([
      400,
      'The user with this email already exists in the system',
    ]);
  });

  it.each([
    ['differs', 'battery staple'],
    ['is empty', ''],
  ])(
    'rejects the sign-up and creates no account when the password confirmation %s',
    async (_, confirm_password) => {
      const t = service();
      const email = randomEmail();
      const { status, body } = await signUp({ email, password: 'correct horse', confirm_password });
      expect(status).toBe(422);
      expect(body.detail).toMatchObject([
        {
          type: 'password_mismatch',
          loc: ['body', 'confirm_password'],
          msg: 'The passwords do not match',
        },
      ]);
      expect(await t.login(email, 'correct horse')).toBeUndefined();
    },
  );

  it.each([
    ['missing', {}],
    ['null', { confirm_password: null }],
  ])('accepts a sign-up whose password confirmation is %s', async (_, confirmation) => {
    const email = randomEmail();
    expect((await signUp({ email, password: 'correct horse', ...confirmation })).status).toBe(200);
    expect(await service().login(email, 'correct horse')).toMatch(/^ey/);
  });

  it('trims the address of a sign-up and lowercases its domain', async () => {
    const local = `Zoë.${crypto.randomUUID()}`;
    const { body } = await signUp({ email: `  ${local}@EXAMPLE.Com `, password: 'correct horse' });
    expect(body.email).toBe(`${local}@example.com`);
  });

  it('accepts one of twelve concurrent sign-ups with the same address', async () => {
    const email = randomEmail();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => signUp({ email, password: 'correct horse' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(400)]);
  });

  it('measures the length of a password in code points', async () => {
    const sign = async (password: string) => (await signUp({ email: randomEmail(), password })).body;
    expect((await sign('🦊'.repeat(7))).detail[0]).toMatchObject({
      type: 'string_too_short',
      loc: ['body', 'password'],
      msg: 'String should have at least 8 characters',
      ctx: { min_length: 8 },
    });
    expect((await sign('🦊'.repeat(128))).id).toBeDefined();
    expect((await sign('x'.repeat(129))).detail[0]).toMatchObject({
      type: 'string_too_long',
      msg: 'String should have at most 128 characters',
      ctx: { max_length: 128 },
    });
  });

  it.each([
    ['plain', 'An email address must have an @-sign.'],
    ['@example.com', 'There must be something before the @-sign.'],
    ['a@', 'There must be something after the @-sign.'],
    ['a@b', 'The part after the @-sign is not valid. It should have a period.'],
    ['a b@example.com', 'The email address contains invalid characters before the @-sign: SPACE.'],
    ['a..b@example.com', 'An email address cannot have two periods in a row.'],
  ])('rejects the address %j at sign-up and returns the reason', async (email, reason) => {
    const { status, body } = await signUp({ email, password: 'correct horse' });
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      {
        type: 'value_error',
        loc: ['body', 'email'],
        msg: `value is not a valid email address: ${reason}`,
        input: email,
        ctx: { reason },
      },
    ]);
  });

  it.each([
    ['de-DE, en-GB;q=0.8, fr;q=0.5', 'en'],
    ['fr;q=0.1, en;q=0.9', 'en'],
    ['fr;q=0, *, en-US', 'en'],
    ['fr, en', 'fr'],
    ['en-GB, fr', 'en'],
    ['en;q=0', 'fr'],
  ])('derives the language of a new account from Accept-Language %s: %s', async (accepted, locale) => {
    const answer = await service().call('POST', '/users/signup', {
      json: { email: randomEmail(), password: 'correct horse' },
      headers: { 'accept-language': accepted },
    });
    expect(answer.body.locale).toBe(locale);
  });
});

describe("the caller's account", () => {
  it("changes only the sent fields of the caller's account and ignores privileged fields", async () => {
    const t = service();
    const { token, email } = await t.member({ full_name: 'Before' });
    const patch = async (json: object) => (await t.call('PATCH', '/users/me', { token, json })).body;
    expect(await patch({})).toMatchObject({ full_name: 'Before', email });
    expect(await patch({ full_name: 'After', is_superuser: true, is_active: false })).toMatchObject({
      full_name: 'After',
      is_superuser: false,
      is_active: true,
    });
    expect(await patch({ full_name: null })).toMatchObject({ full_name: null, email });
    expect((await patch({ email: null })).detail[0]).toMatchObject({
      type: 'string_type',
      loc: ['body', 'email'],
      msg: 'Input should be a valid string',
      input: null,
    });
  });

  it.each(['', ' ', '\u200b', '\u3164'])('stores the blank name %j as none', async (full_name) => {
    const t = service();
    const [{ token }, admin] = [await t.member({ full_name: 'Before' }), await t.superuser()];
    const bystander = await t.member({ full_name: 'Bystander' });
    const json = { email: randomEmail(), password: 'correct horse', full_name };
    expect((await t.call('PATCH', '/users/me', { token, json: { full_name } })).body.full_name).toBeNull();
    expect((await t.call('GET', '/users/me', { token })).body.full_name).toBeNull();
    const { body: signedUp } = await t.call('POST', '/users/signup', { json });
    expect(signedUp.full_name).toBeNull();
    const own = { ...json, email: randomEmail() };
    const { body: created } = await t.call('POST', '/users/', { token: admin.token, json: own });
    expect(created.full_name).toBeNull();
    const path = `/users/${created.id}`;
    const named = await t.call('PATCH', path, { token: admin.token, json: { full_name: 'Li' } });
    expect(named.body.full_name).toBe('Li');
    const blank = await t.call('PATCH', path, { token: admin.token, json: { full_name } });
    expect(blank.body.full_name).toBeNull();
    expect((await t.call('GET', '/users/me', bystander)).body.full_name).toBe('Bystander');
  });

  it('rejects the address of another account in any letter case', async () => {
    const t = service();
    const [one, two] = [await t.member(), await t.member()];
    const answer = await t.call('PATCH', '/users/me', {
      token: one.token,
      json: { email: two.email.toUpperCase() },
    });
    expect(refusal(answer)).toEqual([409, 'User with this email already exists']);
  });

  it('mails the former address an undo link that restores the address once and ends the sessions', async () => {
    const t = service();
    const { token, email, password } = await t.member();
    const stolen = randomEmail();
    await t.call('PATCH', '/users/me', { token, json: { email: stolen } });
    expect((await t.call('GET', '/users/me', { token })).body.email).toBe(stolen);

    const { html } = await mailTo(email);
    expect(html).toContain(stolen);
    const undo = /undo-email-change\?token=([\w-]+)/.exec(html)?.[1];
    const use = () => t.call('POST', '/users/undo-email-change', { json: { token: undo } });
    expect((await use()).status).toBe(200);
    expect((await use()).body.code).toBe('invalid_token');
    expect((await t.call('GET', '/users/me', { token })).status).toBe(401);
    expect(await t.login(email, password)).toBeDefined();
  });

  it('restores the first address after two changes, which invalidates the later undo link', async () => {
    const t = service();
    const { token, email } = await t.member();
    const [second, third] = [randomEmail(), randomEmail()];
    await t.call('PATCH', '/users/me', { token, json: { email: second } });
    await t.call('PATCH', '/users/me', { token, json: { email: third } });
    const tokenIn = async (address: string) =>
      /undo-email-change\?token=([\w-]+)/.exec((await mailTo(address)).html)?.[1];
    const [first, later] = [await tokenIn(email), await tokenIn(second)];
    expect((await t.call('POST', '/users/undo-email-change', { json: { token: first } })).status).toBe(200);
    expect((await t.call('POST', '/users/undo-email-change', { json: { token: later } })).status).toBe(400);
  });

  it("changes the caller's password and ends every other session", async () => {
    const t = service();
    const { email, password, token } = await t.member();
    const other = await t.login(email, password);
    const change = (current_password: string, new_password: string) =>
      t.call('PATCH', '/users/me/password', { token, json: { current_password, new_password } });
    expect(refusal(await change('not the one', 'new password'))).toEqual([400, 'Incorrect password']);
    expect(refusal(await change(password, password))).toEqual([
      400,
      'New password cannot be the same as the current one',
    ]);
    expect(await change(password, 'new password')).toMatchObject({
      status: 200,
      body: { message: 'Password updated successfully' },
    });
    expect((await t.call('GET', '/users/me', { token })).status).toBe(200);
    expect((await t.call('GET', '/users/me', { token: other })).status).toBe(401);
  });

  it("deletes the caller's account with its items, and rejects a superuser who deletes their own account", async () => {
    const t = service();
    const { token } = await t.member();
    const { body: item } = await t.call('POST', '/items/', { token, json: { title: 'x' } });
    expect((await t.call('DELETE', '/users/me', { token })).body).toEqual({
      message: 'User deleted successfully',
    });
    const admin = await t.superuser();
    expect((await t.call('GET', `/items/${item.id}`, { token: admin.token })).status).toBe(404);
    expect(refusal(await t.call('DELETE', '/users/me', { token: admin.token }))).toEqual([
      403,
      'Super users are not allowed to delete themselves',
    ]);
  });
});

describe('GET /users/', () => {
  it('pages through accounts with the same creation time without gaps and returns the full count', async () => {
    const t = service();
    const { token } = await t.superuser();
    const marker = crypto.randomUUID();
    await t.db.execute(sql`insert into users (id, email, email_key, full_name, password_hash, locale, created_at)
      select gen_random_uuid(), ${marker} || n || '@example.com', ${marker} || n || '@example.com', 'Tie', 'x', 'fr',
        '2026-01-01' from generate_series(1, 25) n`);
    const seen: string[] = [];
    for (let skip = 0; skip < 30; skip += 10) {
      const { body } = await t.call('GET', `/users/?search=${marker}&limit=10&skip=${skip}`, { token });
      expect(body.count).toBe(25);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
    }
    expect(new Set(seen).size).toBe(25);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  it('searches names and addresses for words in any order, ignoring accents and case, and escapes % and _', async () => {
    const t = service();
    const { token } = await t.superuser();
    await t.member({ full_name: 'ÉMILE Lacœur', email: 'zq_x%y@example.com' });
    const count = async (search: string) =>
      (await t.call('GET', `/users/?search=${encodeURIComponent(search)}`, { token })).body.count;
    expect(await count('mile lacoe')).toBe(1);
    expect(await count('émile LACŒUR')).toBe(1);
    expect(await count('ZQ_X%Y@EXAMPLE')).toBe(1);
    expect(await count('zq%y')).toBe(0);
    expect(await count('zqqx')).toBe(0);
    expect(await count('z\\q')).toBe(0);
    expect(await count('lacœur zq')).toBe(1);
    expect(await count('Lacoeur ÉMILE')).toBe(1);
    expect(await count('lacœur absent')).toBe(0);
  });

  it('filters accounts by is_superuser and returns the count without rows for limit=0', async () => {
    const t = service();
    const { token } = await t.superuser();
    await t.member();
    const { body: all } = await t.call('GET', '/users/?limit=0', { token });
    const { body: admins } = await t.call('GET', '/users/?is_superuser=true&limit=1000', { token });
    const { body: members } = await t.call('GET', '/users?is_superuser=false&limit=0', { token });
    expect(all.data).toEqual([]);
    expect(admins.data.every((user: { is_superuser: boolean }) => user.is_superuser)).toBe(true);
    expect(admins.count + members.count).toBe(all.count);
  });

  it.each([
    ['limit=1001', { type: 'less_than_equal', loc: ['query', 'limit'], ctx: { le: 1000 } }],
    ['skip=-1', { type: 'greater_than_equal', loc: ['query', 'skip'], ctx: { ge: 0 } }],
    ['skip=2147483648', { type: 'less_than_equal', loc: ['query', 'skip'] }],
    ['skip=abc', { type: 'int_parsing', loc: ['query', 'skip'], input: 'abc' }],
    ['limit=', { type: 'int_parsing', loc: ['query', 'limit'], input: '' }],
    ['is_superuser=perhaps', { type: 'bool_parsing', loc: ['query', 'is_superuser'] }],
    ['search=%00', { type: 'value_error', loc: ['query', 'search'] }],
  ])('rejects ?%s in the list of accounts and names the invalid parameter', async (query, entry) => {
    const { token } = await service().superuser();
    const { status, body } = await service().call('GET', `/users/?${query}`, { token });
    expect(status).toBe(422);
    expect(body.detail).toEqual([expect.objectContaining(entry)]);
  });
});

describe('accounts managed by superusers', () => {
  it('creates an account and mails a link to set a password, without the password', async () => {
    const t = service();
    const { token } = await t.superuser();
    const json = { email: randomEmail(), password: 'Passw0rd of the test' };
    const { status, body } = await t.call('POST', '/users/', { token, json });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: json.email, is_active: true, is_superuser: false, full_name: null });
    const mail = await mailTo(json.email);
    expect(JSON.stringify(mail)).not.toContain(json.password);
    const link = /reset-password\?token=([\w-]+)/.exec(mail.html)?.[1];
    await t.call('POST', '/reset-password/', { json: { token: link, new_password: 'chosen by me' } });
    expect(await t.login(json.email, 'chosen by me')).toBeDefined();
    expect(refusal(await t.call('POST', '/users/', { token, json }))).toEqual([
      400,
      'The user with this email already exists in the system.',
    ]);
  });

  it('returns an account only to its owner and to superusers', async () => {
    const t = service();
    const [one, two] = [await t.member(), await t.member()];
    const admin = await t.superuser();
    const read = (id: string, token: string) => t.call('GET', `/users/${id}`, { token });
    expect((await read(one.id.toUpperCase(), one.token)).status).toBe(200);
    expect((await read(one.id, admin.token)).status).toBe(200);
    expect((await read(two.id, one.token)).status).toBe(403);
    expect((await read(crypto.randomUUID(), one.token)).status).toBe(403);
    expect(refusal(await read(crypto.randomUUID(), admin.token))).toEqual([404, 'User not found']);
    expect((await read('7', admin.token)).body.detail[0]).toMatchObject({
      type: 'uuid_parsing',
      loc: ['path', 'user_id'],
    });
  });

  it.each(['Ada\nLovelace', 'Ada\tLovelace', 'Ada\r\nBcc: x@example.com'])(
    'rejects the name %j, which has control characters, wherever a name is given',
    async (full_name) => {
      const [member, admin] = [await service().member(), await service().superuser()];
      const account = { email: randomEmail(), password: 'correct horse', full_name };
      const answers = [
        await service().call('POST', '/users/signup', { json: account }),
        await service().call('PATCH', '/users/me', { token: member.token, json: { full_name } }),
        await service().call('PATCH', `/users/${member.id}`, { token: admin.token, json: { full_name } }),
        await service().call('POST', '/users/', { token: admin.token, json: account }),
        await service().call('POST', '/users/invite', { token: admin.token, json: account }),
      ];
      for (const { status, body } of answers)
        expect([status, body.detail[0].type]).toEqual([422, 'control_characters']);
      const { body } = await service().call('GET', '/users/me', { token: member.token });
      expect(body.full_name).toBe('A Member');
    },
  );

  it('changes only the sent fields of an account, and rejects a taken address and an unknown account', async () => {
    const t = service();
    const { token } = await t.superuser();
    const { id, email } = await t.member();
    const patch = (json: object, target = id) => t.call('PATCH', `/users/${target}`, { token, json });
    expect((await patch({ is_superuser: true })).body).toMatchObject({
      is_superuser: true,
      is_active: true,
      email,
    });
    expect((await patch({ full_name: 'X' })).body).toMatchObject({ is_superuser: true, full_name: 'X' });
    expect((await patch({ is_active: null })).status).toBe(422);
    expect(refusal(await patch({ email: SUPERUSER.email }))).toEqual([
      409,
      'User with this email already exists',
    ]);
    expect(refusal(await patch({}, crypto.randomUUID()))).toEqual([
      404,
      'The user with this id does not exist in the system',
    ]);
  });

  it('lets a superuser delete another account but not their own account', async () => {
    const t = service();
    const admin = await t.superuser();
    const { id } = await t.member();
    const remove = (target: string) => t.call('DELETE', `/users/${target}`, { token: admin.token });
    expect((await remove(id)).body).toEqual({ message: 'User deleted successfully' });
    expect(refusal(await remove(id))).toEqual([404, 'User not found']);
    expect(refusal(await remove(admin.id))).toEqual([
      403,
      'Super users are not allowed to delete themselves',
    ]);
  });
});

describe('the last active superuser', () => {
  const lone = useService();

  it('rejects demoting or deactivating the last active superuser', async () => {
    const t = lone();
    const { id, token } = await t.superuser();
    for (const json of [{ is_superuser: false }, { is_active: false }])
      expect((await t.call('PATCH', `/users/${id}`, { token, json })).body.code).toBe('last_superuser');
  });

  it('keeps one active superuser when two superusers demote, deactivate or delete each other concurrently', async () => {
    const t = lone();
    const attacks = [
      (id: string, token: string) =>
        t.call('PATCH', `/users/${id}`, { token, json: { is_superuser: false } }),
      (id: string, token: string) => t.call('PATCH', `/users/${id}`, { token, json: { is_active: false } }),
      (id: string, token: string) => t.call('DELETE', `/users/${id}`, { token }),
    ];
    for (const attack of attacks) {
      const [one, two] = [await t.colleague(), await t.colleague()];
      await t.db.execute(sql`update users set is_active = false where email = ${SUPERUSER.email}`);
      const answers = await Promise.all([attack(one.id, two.token), attack(two.id, one.token)]);
      const [{ count } = { count: 0 }] = await t.db.execute<{ count: number }>(
        sql`select count(*)::int as count from users where is_superuser and is_active and deleted_at is null`,
      );
      expect(count).toBe(1);
      expect(answers.map(({ status }) => status).every((status) => status < 500)).toBe(true);
      await t.db.execute(sql`update users set is_active = (email = ${SUPERUSER.email}) where is_superuser`);
    }
  });
});
