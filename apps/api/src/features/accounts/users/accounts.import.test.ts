import { eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, eventually, randomEmail, useService } from '../../../../test/harness.ts';
import { users } from '../accounts.users.table.ts';

const service = useService({ worker: true });

let admin: Account;
beforeAll(async () => {
  admin = await service().superuser();
});

const send = async (csv: string, own: object = {}, as = admin) =>
  service().call('POST', '/users/import', { token: as.token, json: { csv, dry_run: false, ...own } });

const stored = (...emails: string[]) =>
  service()
    .db.select({
      email: users.email,
      full_name: users.full_name,
      locale: users.locale,
      is_superuser: users.is_superuser,
      invited: users.invitation_expires_at,
    })
    .from(users)
    .where(inArray(users.email, emails))
    .orderBy(users.email);

const emails = (count: number) => Array.from({ length: count }, () => randomEmail()).toSorted();

const mailsTo = (email: string) =>
  service().db.execute<{ text: string }>(sql`select text from mailbox where recipient = ${email}`);

/** The token of the first link mailed to an address. */
const mailedToken = (email: string) =>
  eventually(async () => /reset-password\?token=([\w-]+)/.exec((await mailsTo(email))[0]?.text ?? '')?.[1]);

const choosePassword = async (email: string) => {
  const json = { token: await mailedToken(email), new_password: 'chosen by me' };
  return service().call('POST', '/reset-password/', { json });
};

describe('POST /users/import', () => {
  it('adds members with names in one column or two and languages in either language, without passwords', async () => {
    const [a = '', b = '', c = ''] = emails(3);
    const csv = `Courriel;Prénom;Nom;Langue\n${a};Zoé;Lefèvre;anglais\n${b};;Ndiaye;French\n ${c.toUpperCase()} ;Sam;;`;
    const { status, body } = await send(csv);
    expect([status, body.created, body.errors]).toEqual([200, 3, []]);
    expect(await stored(a, b)).toEqual([
      { email: a, full_name: 'Zoé Lefèvre', locale: 'en', is_superuser: false, invited: null },
      { email: b, full_name: 'Ndiaye', locale: 'fr', is_superuser: false, invited: null },
    ]);
    const { body: found } = await service().call('GET', `/users/?search=${c}`, { token: admin.token });
    expect(found.data).toMatchObject([{ full_name: 'Sam', locale: 'fr', is_active: true }]);
    expect(await service().login(a, 'anything')).toBeUndefined();
    await service().call('POST', `/password-recovery/${a}`);
    expect((await choosePassword(a)).status).toBe(200);
    expect(await service().login(a, 'chosen by me')).toBeDefined();
    expect(await mailsTo(b)).toHaveLength(0);
  });

  it('mails an invitation to each member on request, and nothing otherwise', async () => {
    const [invited = '', silent = ''] = emails(2);
    await send(`email\n${silent}`);
    await send(`email;full_name\n${invited};Sam`, { invite: true });
    const [row] = await stored(invited);
    expect(row?.invited).toBeInstanceOf(Date);
    expect((await choosePassword(invited)).status).toBe(200);
    expect(await service().login(invited, 'chosen by me')).toBeDefined();
    expect(await mailsTo(silent)).toHaveLength(0);
  });

  it('reports the errors by row, and adds none, or on request the other rows', async () => {
    const [fine = '', other = '', gone = ''] = emails(3);
    const { email: taken } = await service().member();
    const csv = [
      'email,full_name,language',
      `${fine},Sam,fr`,
      `not an address,Sam,fr`,
      `${taken.toUpperCase()},Sam,fr`,
      `${fine.toUpperCase()},Double,fr`,
      `${other},${'x'.repeat(256)},fr`,
      `${gone},Sam,deutsch`,
      gone,
      ',Sam,fr',
    ].join('\n');
    const found = [
      [3, 'email', 'value_error'],
      [4, 'email', 'email_taken'],
      [5, 'email', 'repeated_email'],
      [6, 'full_name', 'string_too_long'],
      [7, 'locale', 'enum'],
      [8, '', 'column_count'],
      [9, 'email', 'missing'],
    ];
    for (const own of [{ dry_run: true, partial: true }, { partial: false }]) {
      const { body } = await send(csv, own);
      expect(body).toMatchObject({ count: 8, created: 0, importable: 1 });
      expect(body.errors.map(({ line, field, type }: never) => [line, field, type])).toEqual(found);
      expect(await stored(fine)).toEqual([]);
    }
    const { body } = await send(csv, { partial: true });
    expect(body.created).toBe(1);
    expect(body.rejected.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(await stored(fine, other, gone)).toMatchObject([{ email: fine }]);
  });

  it('accepts names of 255 characters', async () => {
    const email = randomEmail();
    expect((await send(`email,name\n${email},${'é'.repeat(255)}`)).body.created).toBe(1);
  });

  it('rejects an address that a former address change can still restore', async () => {
    const member = await service().member();
    await service().call('PATCH', '/users/me', { token: member.token, json: { email: randomEmail() } });
    const { body } = await send(`email\n${member.email}`, { partial: true });
    expect(body).toMatchObject({ created: 0, errors: [{ line: 2, type: 'email_taken' }] });
  });

  it('maps unknown headings by the choices of the request', async () => {
    const email = randomEmail();
    const csv = `Kontakt\tNotes\n${email}\tx`;
    const { body } = await send(csv, { dry_run: true });
    expect(body.errors.map(({ field, type }: never) => [field, type])).toEqual([
      ['Kontakt', 'unknown_column'],
      ['Notes', 'unknown_column'],
    ]);
    expect([body.matched_columns, body.samples]).toEqual([[null, null], [[email, 'x']]]);
    expect((await send(csv, { columns: { Kontakt: 'email', Notes: '-' } })).body.created).toBe(1);
  });

  it('logs each member that was added, and refuses everyone but superusers', async () => {
    const email = randomEmail();
    const member = await service().member();
    expect((await send(`email\n${email}`, {}, member)).status).toBe(403);
    expect(await stored(email)).toEqual([]);
    await send(`email\n${email}`);
    const [{ id } = { id: '' }] = await service()
      .db.select({ id: users.id })
      .from(users)
      .where(eq(users.email, email));
    const { body } = await service().call('GET', `/audit-logs/?entity_type=user&entity_id=${id}`, {
      token: admin.token,
    });
    expect(body.data).toMatchObject([{ action: 'created', actor_id: admin.id }]);
  });
});
