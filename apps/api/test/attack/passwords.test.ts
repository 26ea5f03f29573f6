import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { queueWork } from '../../src/platform/auth/hashing.ts';
import { hashPassword } from '../../src/platform/auth/passwords.ts';
import {
  type Account,
  type Answer,
  eventually,
  queueOnRow,
  REAL_HASHES,
  randomEmail,
  useService,
} from '../harness.ts';
import {
  concurrently,
  NEW_PASSWORD,
  recover,
  reset,
  sequentially,
  signIn,
  statusesOf,
  whoAmI,
} from './accounts.ts';

const service = useService({ worker: true, settings: { PROJECT_NAME: 'Les Amis', ...REAL_HASHES } });

const signUp = (password: string, email = randomEmail()) =>
  service().call('POST', '/users/signup', { json: { email, password } });

describe('length and characters of passwords', () => {
  it.each([
    ['7 characters', 'q9Zx7.K', 422],
    ['8 characters', 'q9Zx7.Kb', 200],
    ['64 characters', 'q9Zx7.Kb'.repeat(8), 200],
    ['128 characters', 'q9Zx7.Kb'.repeat(16), 200],
    ['129 characters', `${'q9Zx7.Kb'.repeat(16)}!`, 422],
    ['7 emoji of 4 bytes', '🦊🐴🦉🐢🐙🐝🐞', 422],
    ['8 emoji of 4 bytes', '🦊🐴🦉🐢🐙🐝🐞🦋', 200],
    ['NUL inside', 'horse\0battery', 422],
    ['a lone surrogate', 'horse\ud800battery', 422],
    ['only spaces', '          ', 200],
  ])('accepts or rejects a password by its length and characters: %s', async (_name, password, status) => {
    const email = randomEmail();
    const answer = await signUp(password, email);
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.body.detail[0].loc).toEqual(['body', 'password']);
    else expect((await signIn(service(), email, password)).status).toBe(200);
  });

  it.each([
    ['trims', ' horse battery ', 'horse battery'],
    ['truncates', `${'q9Zx7.Kb'.repeat(15)}-first..`, `${'q9Zx7.Kb'.repeat(15)}-second.`],
    ['lowercases', 'Horse Battery', 'horse battery'],
    ['normalises the accents of', 'cafe\u0301 noisette', 'caf\u00E9 noisette'],
  ])('never %s a password', async (_name, password, other) => {
    const email = randomEmail();
    await signUp(password, email);
    expect((await signIn(service(), email, other)).status).toBe(400);
    expect((await signIn(service(), email, password)).status).toBe(200);
  });
});

const expectTooCommon = ({ status, body }: Answer, field: string) =>
  expect({ status, detail: body.detail }).toEqual({
    status: 422,
    detail: [
      expect.objectContaining({
        type: 'value_error',
        loc: ['body', field],
        msg: 'Value error, this password is too common: choose one that others would not guess',
        ctx: { reason: 'password_too_common' },
      }),
    ],
  });

describe('guessable passwords', () => {
  it.each([
    'password',
    '12345678',
    'PASSWORD1',
    'Password123!',
    'P@ssw0rd2026',
    'qwertyuiop',
    'iloveyou',
    'Trustno1',
    'azerty12345',
    'motdepasse',
    '!Bonjour2026!',
    'jetaime123',
  ])('rejects a common password: %s', async (password) => {
    expectTooCommon(await signUp(password), 'password');
  });

  it.each([
    ['zoe.lefevre@example.com', 'zoe.lefevre@example.com'],
    ['zoe.lefevre@example.com', 'ZOE.LEFEVRE'],
    ['zoe.lefevre@example.com', 'zoelefevre2026'],
    ['87654321234@example.com', '87654321234'],
    ['zoe.lefevre@example.com', 'Les Amis 2026!'],
    ['zoe.lefevre@example.com', 'lesamis1234'],
  ])(
    'rejects a password derived from the email address or the product name: %s %s',
    async (email, password) => {
      expectTooCommon(await signUp(password, email), 'password');
    },
  );

  it('rejects a guessable password wherever a password is set, without using up a recovery link', async () => {
    const t = service();
    const member = await t.member();
    const { token: admin } = await t.superuser();
    for (const guessable of ['sunshine1', member.email]) {
      const json = { current_password: member.password, new_password: guessable };
      expectTooCommon(
        await t.call('PATCH', '/users/me/password', { token: member.token, json }),
        'new_password',
      );
      const [path, change] = [`/users/${member.id}`, { password: guessable }];
      expectTooCommon(await t.call('PATCH', path, { token: admin, json: change }), 'password');
    }
    const created = { email: 'somebody.new@example.com', password: 'Somebody.New1' };
    expectTooCommon(await t.call('POST', '/users/', { token: admin, json: created }), 'password');
    const link = await recover(t, member.email);
    for (const guessable of ['sunshine1', member.email])
      expectTooCommon(await reset(t, link, guessable), 'new_password');
    expect((await reset(t, link)).status).toBe(200);
  });

  it('accepts uncommon passwords', async () => {
    for (const password of [
      'correct horse',
      'battery staple',
      'another horse',
      'kqvzbhrtwplmxcdfgjnsyeuoiaklmnop',
      'bonjour la mairie',
      'p4risienne',
    ])
      expect((await signUp(password)).status).toBe(200);
  });
});

describe('password storage', () => {
  const storedOf = async (email: string): Promise<string> => {
    const [row] = await service().db.execute<{ password_hash: string }>(
      sql`select password_hash from users where email = ${email}`,
    );
    return row?.password_hash ?? '';
  };
  const store = (email: string, hash: string) =>
    service().db.execute(sql`update users set password_hash = ${hash} where email = ${email}`);

  it('stores passwords with argon2id and replaces an imported bcrypt hash at sign-in', async () => {
    const t = service();
    const { email, password, token } = await t.member();
    expect(await storedOf(email)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const imported = await bcrypt(password, { cost: 6 });
    expect(imported).toMatch(/^\$2b\$/);
    await store(email, imported);

    expect((await signIn(t, email, 'wrong wrong')).status).toBe(400);
    expect(await storedOf(email)).toBe(imported);
    expect((await signIn(t, email, password)).status).toBe(200);
    expect(await storedOf(email)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(t, email, password)).status).toBe(200);
    expect(await whoAmI(t, token)).toBe(200);
  });

  it('rehashes a password at the configured cost when its owner signs in', async () => {
    const t = service();
    const { email, password } = await t.member();
    await store(email, await hashPassword(password, { ARGON2_MEMORY_KIB: 8, ARGON2_PASSES: 1 }));
    expect((await signIn(t, email, password)).status).toBe(200);
    expect(await storedOf(email)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('rejects a sign-in if the password changes while its imported hash is being replaced', async () => {
    const t = service();
    const { email, password } = await t.member();
    await store(email, await bcrypt(password, { cost: 6 }));
    const changed = await hashPassword(NEW_PASSWORD, t.config);
    let signingIn: Promise<Answer> | undefined;
    await t.db.transaction(async (tx) => {
      await tx.execute(sql`update users set password_hash = ${changed} where email = ${email}`);
      signingIn = signIn(t, email, password);
      await eventually(async () => {
        const waiting = await t.db.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%password_hash%'`);
        return waiting.length > 0 || undefined;
      });
    });
    expect((await signingIn)?.body.code).toBe('incorrect_credentials');
    expect(await storedOf(email)).toBe(changed);
    expect((await signIn(t, email, password)).status).toBe(400);
    expect((await signIn(t, email, NEW_PASSWORD)).status).toBe(200);
  });

  const rowOf = ({ id }: Account) => sql`select 1 from users where id = ${id} for update`;
  const changePassword = (token: string, current_password: string, new_password: string) =>
    service().call('PATCH', '/users/me/password', { token, json: { current_password, new_password } });

  it('accepts two concurrent sign-ins with an imported hash', async () => {
    const t = service();
    const member = await t.member();
    await store(member.email, await bcrypt(member.password, { cost: 6 }));
    const attempt = () => signIn(t, member.email, member.password);
    expect(statusesOf(await queueOnRow(t, rowOf(member), [attempt, attempt]))).toEqual([200, 200]);
    expect(await storedOf(member.email)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('accepts a password change while a sign-in replaces the imported hash', async () => {
    const t = service();
    const member = await t.member();
    await store(member.email, await bcrypt(member.password, { cost: 6 }));
    const answers = await queueOnRow(t, rowOf(member), [
      () => signIn(t, member.email, member.password),
      () => changePassword(member.token, member.password, NEW_PASSWORD),
    ]);
    expect(statusesOf(answers)).toEqual([200, 200]);
    expect((await signIn(t, member.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('rejects the second of two concurrent changes from the same password, in two sessions or in one', async () => {
    const t = service();
    for (const isOneSession of [false, true]) {
      const member = await t.member();
      const other = isOneSession ? member.token : await t.login(member.email, member.password);
      const [first, second] = await queueOnRow(t, rowOf(member), [
        () => changePassword(member.token, member.password, NEW_PASSWORD),
        () => changePassword(other, member.password, 'a third horse'),
      ]);
      expect(first?.status).toBe(200);
      expect([second?.status, second?.body.code]).toEqual([400, 'incorrect_password']);
      expect((await signIn(t, member.email, NEW_PASSWORD)).status).toBe(200);
    }
  });

  it.each(['', '!', 'x', '$2b$', '$argon2id$nonsense', '$1$salt$crypt'])(
    'rejects every sign-in if the stored hash is malformed: %j',
    async (hash) => {
      const t = service();
      const { email } = await t.member();
      await store(email, hash);
      expect((await signIn(t, email, 'correct horse')).status).toBe(400);
      expect((await signIn(t, email, hash)).status).toBe(400);
    },
  );
});

describe('password hashing', () => {
  it('computes at most one hash per core at a time', async () => {
    let [now, most] = [0, 0];
    await concurrently(40, () =>
      queueWork(async () => {
        now += 1;
        most = Math.max(most, now);
        await setTimeout(1);
        now -= 1;
      }),
    );
    expect(most).toBe(availableParallelism());
  });

  it('rejects a sign-in with Retry-After while hashing is busy and serves other routes', async () => {
    const t = service();
    const { email, password, token } = await t.member();
    const end = Promise.withResolvers<void>();
    const busy = concurrently(availableParallelism(), () => queueWork(() => end.promise));
    const order: string[] = [];
    const turnedAway = t
      .call('POST', '/login/access-token', { form: { username: email, password } })
      .finally(() => order.push('sign-in'));
    expect(await whoAmI(t, token)).toBe(200);
    order.push('who am I');
    const answer = await turnedAway;
    expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    expect(answer.headers['retry-after']).toBe('2');
    expect(order).toEqual(['who am I', 'sign-in']);
    end.resolve();
    await busy;
    expect((await signIn(t, email, password)).status).toBe(200);
  });

  it('handles a flood of sign-ins without server errors and serves other routes in between', async () => {
    const t = service();
    const { email, password, token } = await t.member();
    const flood = concurrently(64, async () => {
      const answer = await t.call('POST', '/login/access-token', { form: { username: email, password } });
      return answer.status;
    });
    const between = await sequentially(40, () => whoAmI(t, token));
    expect(new Set(between)).toEqual(new Set([200]));
    expect((await flood).filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    expect((await reset(t, await recover(t, email), NEW_PASSWORD)).status).toBe(200);
  });
});
