import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { domainToASCII } from 'node:url';
import { emailKey, normalizeEmail } from '@agora/contract/shared/email';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { randomEmail, useService } from '../../../test/harness.ts';

const service = useService();
const PASSWORD = 'correct horse battery';

/** One address as people write it, as browsers send it, and in capitals. */
let unicode: string;
let punycode: string;
let spellings: string[];
beforeEach(() => {
  const domain = `é${randomUUID()}.fr`;
  unicode = `x@${domain}`;
  punycode = `x@${domainToASCII(domain)}`;
  spellings = [unicode, punycode, unicode.toUpperCase(), punycode.toUpperCase()];
});

const signUp = (email: string) =>
  service().call('POST', '/users/signup', { json: { email, password: PASSWORD } });
const signIn = (username: string) =>
  service().call('POST', '/login/access-token', { form: { username, password: PASSWORD } });

describe('addresses with an internationalized domain', () => {
  it.each(['as written', 'in punycode'])(
    'identify one account in each spelling, for a member who signs up with it %s',
    async (spelling) => {
      const bystander = await service().member({ email: `x@e${unicode.slice(3)}`, password: PASSWORD });
      const { status, body } = await signUp(spelling === 'in punycode' ? punycode : unicode);
      expect([status, body.email]).toEqual([200, unicode]);
      for (const email of spellings) {
        expect((await signUp(email)).body.code).toBe('email_taken_on_signup');
        const { token } = { token: (await signIn(email)).body.access_token };
        expect((await service().call('GET', '/users/me', { token })).body.id).toBe(body.id);
      }
      const { token } = bystander;
      expect((await service().call('GET', '/users/me', { token })).body.id).toBe(bystander.id);
    },
  );

  it('identify one account for invitations and address changes', async () => {
    const { token } = await service().superuser();
    await service().call('POST', '/users/invite', { token, json: { email: punycode } });
    const again = await service().call('POST', '/users/invite', { token, json: { email: unicode } });
    expect(again.body.code).toBe('email_taken_on_create');
    const member = await service().member();
    const change = (email: string) =>
      service().call('PATCH', '/users/me', { token: member.token, json: { email } });
    expect((await change(punycode)).status).toBe(409);
    expect((await change(`y${punycode}`)).body.email).toBe(`y${unicode}`);
  });

  it('identify one account for password recovery', async () => {
    const { token } = await service().superuser();
    await signUp(punycode);
    for (const email of spellings) {
      const path = `/password-recovery-html-content/${encodeURIComponent(email)}`;
      expect((await service().call('POST', path, { token })).status).toBe(200);
    }
    const path = `/password-recovery-html-content/${encodeURIComponent(`y${unicode}`)}`;
    expect((await service().call('POST', path, { token })).status).toBe(404);
  });

  it('are found in each spelling by lists and by the global search', async () => {
    const { token } = await service().superuser();
    const { id } = (await signUp(unicode)).body;
    await service().member();
    const [, domain = ''] = punycode.split('@');
    for (const search of [...spellings, domain]) {
      const list = await service().call('GET', `/users/?search=${encodeURIComponent(search)}`, { token });
      expect([search, list.body.data.map((user: { id: string }) => user.id)]).toEqual([search, [id]]);
    }
    for (const q of spellings) {
      const { text } = await service().call('GET', `/search?q=${encodeURIComponent(q)}`, { token });
      expect([q, text.includes(id)]).toEqual([q, true]);
    }
  });
});

describe('the migration of stored addresses', () => {
  const migrate = async () => {
    const file = new URL('../../../drizzle/0002_unicode_addresses.sql', import.meta.url);
    for (const statement of (await readFile(file, 'utf8')).split('--> statement-breakpoint'))
      await service().db.execute(sql.raw(statement));
  };
  /** An account as former versions stored it. */
  const stored = async (email: string, key = email.toLowerCase()) => {
    const { id } = await service().member();
    await service().db.execute(sql`update users set email = ${email}, email_key = ${key} where id = ${id}`);
    return id;
  };
  const read = async (id: string) => {
    const [row] = await service().db.execute(sql`select email, email_key from users where id = ${id}`);
    return row;
  };

  it.each([
    'Ada.L@xn--caf-lyon-d1a.fr',
    'ada@xn--r8jz45g.xn--zckzah',
    'ada@mail.xn--strae-oqa.de',
    'ada@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g',
    'ada@xn--gmail-.com',
    'ada@xn--caf-pia.fr',
    'ada@xn--99999999.fr',
    'ada@xn--.fr',
    'ada@xn--caf-lyon-d1a.xn--99999999.fr',
    'xn--ada@example.org',
    'ada@café-paris.fr',
  ])('normalises %s like new addresses', async (email) => {
    const neighbour = randomEmail();
    const bystander = await stored(neighbour);
    const id = await stored(email);
    await migrate();
    expect(await read(id)).toEqual({ email: normalizeEmail(email), email_key: emailKey(email) });
    expect(await read(bystander)).toEqual({ email: neighbour, email_key: neighbour });
  });

  it('gives a domain with a dotless i its own key', async () => {
    const id = await stored('ADI@gmaıl.com', 'adi@gmail.com');
    await migrate();
    expect(await read(id)).toEqual({ email: 'ADI@gmaıl.com', email_key: 'adi@gmaıl.com' });
  });

  it('leaves an account unchanged if another one has its address', async () => {
    const [id, other] = [await stored(punycode), await stored(unicode)];
    await migrate();
    expect([await read(id), await read(other)]).toEqual([
      { email: punycode, email_key: punycode },
      { email: unicode, email_key: unicode },
    ]);
  });

  it('updates pending and former addresses', async () => {
    const { id } = await service().member();
    await service().db.execute(sql`update users set pending_email = ${punycode} where id = ${id}`);
    await service().db.execute(sql`insert into email_changes (id, user_id, old_email, old_email_key, new_email, expires_at)
      values (${randomUUID()}, ${id}, ${punycode}, ${punycode}, ${`y${punycode}`}, now())`);
    await migrate();
    const rows = await service().db.execute(sql`select pending_email, old_email, old_email_key, new_email
      from users join email_changes on email_changes.user_id = users.id where users.id = ${id}`);
    expect([...rows]).toEqual([
      { pending_email: unicode, old_email: unicode, old_email_key: unicode, new_email: `y${unicode}` },
    ]);
  });
});
