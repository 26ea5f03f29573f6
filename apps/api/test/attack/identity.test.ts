import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Answer, randomEmail, useService } from '../harness.ts';
import { concurrently, sequentially, signIn, statusesOf } from './accounts.ts';

const service = useService({ worker: true });

const PASSWORD = 'correct horse';
const signUp = (email: string) =>
  service().call('POST', '/users/signup', { json: { email, password: PASSWORD } });

const rowsWith = async (email: string): Promise<number> => {
  const [row] = await service().db.execute<{ count: number }>(
    sql`select count(*)::int as count from users where lower(email) = lower(${email})`,
  );
  return row?.count ?? 0;
};

describe('uniqueness of email addresses', () => {
  it('treats email addresses as equal in any letter case, at sign-up and sign-in', async () => {
    const t = service();
    const local = `Ada.${crypto.randomUUID()}`;
    const [mixed, lower] = [`${local}@B.co`, `${local}@b.co`.toLowerCase()];
    expect((await signUp(mixed)).status).toBe(200);
    const again = await signUp(lower);
    expect({ status: again.status, code: again.body.code }).toEqual({
      status: 400,
      code: 'email_taken_on_signup',
    });
    for (const spelling of [mixed, lower, mixed.toUpperCase()])
      expect((await signIn(t, spelling, PASSWORD)).status).toBe(200);
    const { token } = await t.member();
    const taken = await t.call('PATCH', '/users/me', { token, json: { email: lower.toUpperCase() } });
    expect(taken.status).toBe(409);
    const { token: admin } = await t.superuser();
    const json = { email: lower.toUpperCase(), password: PASSWORD };
    expect((await t.call('POST', '/users/', { token: admin, json })).status).toBe(400);
    await expect(
      t.db.execute(sql`insert into users (id, email, email_key, password_hash, locale, created_at)
        select gen_random_uuid(), email, email_key, '', 'fr', now() from users where email_key = ${lower}`),
    ).rejects.toMatchObject({ cause: { constraint_name: 'users_email_key' } });
  });

  /** Spellings that people or mail systems treat as equal. */
  const PAIRS: [name: string, one: string, other: string][] = [
    ['composed and decomposed accents', 'zo\u00EB@example.com', 'zoe\u0308@example.com'],
    ['full-width at sign', 'fullat@example.com', 'fullat\uFF20example.com'],
    ['full-width letters', 'wide@example.com', '\uFF57\uFF49\uFF44\uFF45@example.com'],
    ['long s', 'boss@example.com', 'bo\u017Fs@example.com'],
    ['dotless i', 'admin.one@example.com', 'adm\u0131n.one@example.com'],
    ['i with a dot', 'admin.two@example.com', 'ADM\u0130N.two@example.com'],
    ['Kelvin sign', 'kim@example.com', '\u212Aim@example.com'],
    ['ligature', 'office@example.com', 'o\uFB03ce@example.com'],
    ['zero-width space', 'zero@example.com', 'ze\u200Bro@example.com'],
    ['zero-width joiner', 'join@example.com', 'jo\u200Din@example.com'],
    ['soft hyphen', 'soft@example.com', 'so\u00ADft@example.com'],
    ['right-to-left override', 'right@example.com', 'ri\u202Eght@example.com'],
    ['isolate', 'isolate@example.com', '\u2068isolate\u2069@example.com'],
    ['trailing space', 'space@example.com', 'space@example.com '],
    ['no-break space', 'nbsp@example.com', 'nbsp\u00A0@example.com'],
    ['line break and another header', 'break@example.com', 'break@example.com\r\nBcc: evil@example.com'],
    ['NUL', 'nul@example.com', 'nul@example.com\0'],
  ];

  it.each(PAIRS)('creates no second account for a lookalike email address: %s', async (_name, one, other) => {
    expect((await signUp(one)).status).toBe(200);
    const second = await signUp(other);
    expect([400, 422]).toContain(second.status);
    if (second.status === 422) expect(second.body.detail[0].loc).toEqual(['body', 'email']);
    const signedIn = await signIn(service(), other, PASSWORD);
    expect([200, 400, 422]).toContain(signedIn.status);
    if (signedIn.status === 200) {
      const { token } = { token: signedIn.body.access_token };
      expect((await service().call('GET', '/users/me', { token })).body.email).toBe(one);
    }
  });

  it('creates a separate account for a domain with a dotless i, which has another owner', async () => {
    const [one, other] = ['host@mail.example.com', 'host@ma\u0131l.example.com'];
    for (const email of [one, other]) expect((await signUp(email)).status).toBe(200);
    for (const email of [one, other]) {
      const { token } = { token: (await signIn(service(), email, PASSWORD)).body.access_token };
      expect((await service().call('GET', '/users/me', { token })).body.email).toBe(email);
    }
  });

  it('sends a recovery mail for a lookalike address only to the stored address', async () => {
    const t = service();
    await signUp('victim@example.com');
    for (const spelling of ['v\u0131ct\u0131m@example.com', 'VICT\u0130M@example.com'])
      expect((await t.call('POST', `/password-recovery/${encodeURIComponent(spelling)}`)).status).toBe(200);
    const recipients = () =>
      t.db.execute<{ recipient: string }>(sql`select recipient from mailbox where recipient ilike 'v%'`);
    await expect.poll(async () => (await recipients()).length).toBe(2);
    expect(new Set((await recipients()).map(({ recipient }) => recipient))).toEqual(
      new Set(['victim@example.com']),
    );
  });
});

describe('concurrent claims of an email address', () => {
  const expectOneWinner = (answers: Answer[], refusal: number) => {
    const statuses = statusesOf(answers).sort();
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(1).every((status) => status === refusal || status === 503)).toBe(true);
  };

  it('creates an account for one of twenty concurrent sign-ups with the same address', async () => {
    const email = randomEmail();
    expectOneWinner(await concurrently(20, (n) => signUp(n % 2 ? email : email.toUpperCase())), 400);
    expect(await rowsWith(email)).toBe(1);
  });

  it('creates one account when a superuser creates it twenty times concurrently', async () => {
    const t = service();
    const { token } = await t.superuser();
    const email = randomEmail();
    const json = { email, password: PASSWORD };
    expectOneWinner(await concurrently(20, () => t.call('POST', '/users/', { token, json })), 400);
    expect(await rowsWith(email)).toBe(1);
  });

  it('lets one of twenty members change to the same address concurrently', async () => {
    const t = service();
    const email = randomEmail();
    const members = await sequentially(20, () => t.member());
    const answers = await Promise.all(
      members.map(({ token }) => t.call('PATCH', '/users/me', { token, json: { email } })),
    );
    expectOneWinner(answers, 409);
    expect(await rowsWith(email)).toBe(1);
  });
});
