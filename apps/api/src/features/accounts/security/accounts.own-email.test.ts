import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { mailAbout, mailsTo, recover, reset, signIn, whoAmI } from '../../../../test/attack/accounts.ts';
import {
  type Account,
  type Answer,
  queueOnRow,
  randomEmail,
  TestService,
  useService,
} from '../../../../test/harness.ts';

let offset = 0;
const now = () => new Date(Date.now() + offset);
const service = useService({ worker: true, now });
const HOUR = 3_600_000;

let member: Account;
let email: string;
beforeEach(async () => {
  offset = 0;
  member = await service().member();
  await service().expirePasswordEntry(member);
  email = randomEmail();
});

const call = (method: string, path: string, json?: object): Promise<Answer> =>
  service().call(method, path, { token: member.token, ...(json && { json }) });
const me = async () => (await call('GET', '/users/me')).body;
const ask = (to = email, more = {}) => call('PATCH', '/users/me', { email: to, ...more });
const codeOf = ({ status, body }: Answer) => [status, body.code];

const linkIn = (html: string, path: string) => new RegExp(`${path}\\?token=([\\w-]+)`).exec(html)?.[1];
/** The token in the mail to a new address. */
const confirmation = async (to = email, before = 0) =>
  linkIn((await mailAbout(service(), to, /confirmez votre nouvelle/, before)).html, 'confirm-email-change');
const undoing = async (subject: RegExp, before = 0) =>
  linkIn((await mailAbout(service(), member.email, subject, before)).html, 'undo-email-change');
const confirm = (token: string | undefined) =>
  service().call('POST', '/users/confirm-email-change', { json: { token } });
const undo = (token: string | undefined) =>
  service().call('POST', '/users/undo-email-change', { json: { token } });
const ownRow = () => sql`select 1 from users where id = ${member.id} for update`;
const ASKED = /a été demandé/;
const CHANGED = /adresse e-mail a changé/;

describe('a new address without a recently verified password', () => {
  it('changes the address once its link is confirmed and mails the former address before and after', async () => {
    const asked = await ask(email, { full_name: 'New Name' });
    expect(asked).toMatchObject({
      status: 200,
      body: { email: member.email, pending_email: email, full_name: 'New Name' },
    });
    expect(await me()).toMatchObject({ email: member.email, pending_email: email });
    expect((await signIn(service(), email, member.password)).status).toBe(400);
    const told = await mailAbout(service(), member.email, ASKED);
    expect(told.text).toContain(email);

    const token = await confirmation();
    expect((await confirm(token)).status).toBe(200);
    expect(codeOf(await confirm(token))).toEqual([400, 'invalid_token']);
    expect(await me()).toMatchObject({ email, pending_email: null });
    expect((await signIn(service(), email, member.password)).status).toBe(200);
    expect((await mailAbout(service(), member.email, CHANGED)).text).toContain(email);
  });

  it.each([
    ['before', ASKED],
    ['after', CHANGED],
  ])(
    'restores the former address by the undo link that was mailed %s the confirmation',
    async (_, subject) => {
      await ask();
      await confirm(await confirmation());
      expect((await undo(await undoing(subject))).status).toBe(200);
      expect(await whoAmI(service(), member.token)).toBe(401);
      expect((await signIn(service(), member.email, member.password)).status).toBe(200);
      expect((await signIn(service(), email, member.password)).status).toBe(400);
    },
  );

  it('cancels a pending address by the undo link and ends all sessions of the account', async () => {
    await ask();
    const token = await confirmation();
    expect((await undo(await undoing(ASKED))).status).toBe(200);
    expect(codeOf(await confirm(token))).toEqual([400, 'invalid_token']);
    expect(await whoAmI(service(), member.token)).toBe(401);
    member.token = await service().login(member.email, member.password);
    expect(await me()).toMatchObject({ email: member.email, pending_email: null });
  });

  it('lets the owner cancel a pending address once', async () => {
    await ask();
    const token = await confirmation();
    expect((await call('DELETE', '/users/me/pending-email')).status).toBe(200);
    expect((await me()).pending_email).toBeNull();
    expect(codeOf(await confirm(token))).toEqual([400, 'invalid_token']);
    expect(codeOf(await call('DELETE', '/users/me/pending-email'))).toEqual([404, 'pending_email_not_found']);
    expect(codeOf(await call('POST', '/users/me/pending-email'))).toEqual([404, 'pending_email_not_found']);
  });

  it('invalidates the first confirmation link as soon as another mail is requested', async () => {
    await ask();
    const first = await confirmation();
    const [, confirmed] = await queueOnRow(service(), ownRow(), [
      () => call('POST', '/users/me/pending-email'),
      () => confirm(first),
    ]);
    expect(confirmed && codeOf(confirmed)).toEqual([400, 'invalid_token']);
    const second = await confirmation(email, 1);
    expect(codeOf(await confirm(first))).toEqual([400, 'invalid_token']);
    expect((await confirm(second)).status).toBe(200);
    expect((await me()).email).toBe(email);
  });

  it('replaces a pending address by a newly requested address', async () => {
    await ask();
    const first = await confirmation();
    const other = randomEmail();
    expect((await ask(other)).body.pending_email).toBe(other);
    expect(codeOf(await confirm(first))).toEqual([400, 'invalid_token']);
    expect((await confirm(await confirmation(other))).status).toBe(200);
    expect((await me()).email).toBe(other);
  });

  it('accepts only the newest link when a cancelled address is requested again', async () => {
    await ask();
    const first = await confirmation();
    await call('DELETE', '/users/me/pending-email');
    await ask();
    const second = await confirmation(email, 1);
    expect(codeOf(await confirm(first))).toEqual([400, 'invalid_token']);
    expect((await confirm(second)).status).toBe(200);
  });

  const CANCELLATIONS: [string, () => Promise<unknown>][] = [
    [
      'a password change',
      () =>
        call('PATCH', '/users/me/password', {
          current_password: member.password,
          new_password: 'another horse',
        }),
    ],
    ['a password reset by mail', async () => reset(service(), await recover(service(), member.email))],
    [
      'an immediate address change',
      async () => {
        await call('POST', '/login/verify-password', { password: member.password });
        await ask(randomEmail());
      },
    ],
    [
      'an address change by a superuser',
      async () => {
        const { token } = await service().superuser();
        const json = { email: randomEmail() };
        await service().call('PATCH', `/users/${member.id}`, { token, json });
      },
    ],
    [
      'a deletion and restoration of the account',
      async () => {
        const { token } = await service().superuser();
        await service().call('DELETE', `/users/${member.id}`, { token });
        await service().call('POST', `/users/${member.id}/restore`, { token });
      },
    ],
    [
      'a bulk deletion and restoration',
      async () => {
        const { token } = await service().superuser();
        for (const action of ['delete', 'restore'])
          await service().call('POST', '/users/bulk', { token, json: { action, ids: [member.id] } });
      },
    ],
  ];
  it.each(CANCELLATIONS)('cancels a pending address after %s', async (_, end) => {
    await ask();
    const token = await confirmation();
    await end();
    expect(codeOf(await confirm(token))).toEqual([400, 'invalid_token']);
    const { token: admin } = await service().superuser();
    const { body } = await service().call('GET', `/users/${member.id}`, { token: admin });
    expect(body.pending_email).toBeNull();
    expect(body.email).not.toBe(email);
  });

  it('rejects a new address from a session that a concurrent password change ended', async () => {
    const token = await service().login(member.email, member.password);
    const json = { current_password: member.password, new_password: 'another horse' };
    const [changed, asked] = await queueOnRow(service(), ownRow(), [
      () => service().call('PATCH', '/users/me/password', { token, json }),
      () => ask(),
    ]);
    expect(changed?.status).toBe(200);
    expect(asked && codeOf(asked)).toEqual([401, 'invalid_credentials']);
    expect((await service().call('GET', '/users/me', { token })).body.pending_email).toBeNull();
  });

  it('keeps a pending address for 72 hours and rejects its link afterwards', async () => {
    await ask();
    const token = await confirmation();
    offset = 72 * HOUR - 60_000;
    expect((await me()).pending_email).toBe(email);
    offset = 72 * HOUR + 60_000;
    expect((await me()).pending_email).toBeNull();
    expect(codeOf(await confirm(token))).toEqual([400, 'invalid_token']);
    expect((await me()).email).toBe(member.email);
  });

  it('rejects the address of another account at the request and at the confirmation', async () => {
    const other = await service().member();
    expect(codeOf(await ask(other.email.toUpperCase()))).toEqual([409, 'email_taken']);
    expect((await me()).pending_email).toBeNull();
    await ask();
    const token = await confirmation();
    await service().member({ email });
    expect(codeOf(await confirm(token))).toEqual([409, 'email_taken']);
    expect(codeOf(await call('POST', '/users/me/pending-email'))).toEqual([409, 'email_taken']);
    expect((await me()).email).toBe(member.email);
  });

  it('rejects confirming a pending address while the account is deactivated', async () => {
    await ask();
    const token = await confirmation();
    await service().db.execute(sql`update users set is_active = false where id = ${member.id}`);
    expect(codeOf(await confirm(token))).toEqual([400, 'inactive_user']);
    await service().db.execute(sql`update users set is_active = true where id = ${member.id}`);
    expect((await confirm(token)).status).toBe(200);
  });

  it('accepts one of eight concurrent confirmations of a pending address', async () => {
    await ask();
    const token = await confirmation();
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
  });

  it('changes the letter case of an address at once, without a confirmation', async () => {
    const spelt = member.email.toUpperCase();
    const { body } = await ask(spelt);
    expect([body.email.toLowerCase(), body.pending_email]).toEqual([member.email, null]);
    expect(await mailsTo(service(), spelt)).toEqual([]);
  });

  it('keeps a pending address when the profile is saved with the current address', async () => {
    await ask();
    const { body } = await ask(member.email, { full_name: 'Again' });
    expect([body.full_name, body.pending_email]).toEqual(['Again', email]);
    expect((await confirm(await confirmation())).status).toBe(200);
  });

  it('stores only hashes of confirmation and undo tokens, and accepts each only for its purpose', async () => {
    await ask();
    const [token, former] = [await confirmation(), await undoing(ASKED)];
    const rows = await service().db.execute(sql`select * from email_changes where user_id = ${member.id}`);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(former);
    expect(codeOf(await confirm(former))).toEqual([400, 'invalid_token']);
    expect(codeOf(await undo(token))).toEqual([400, 'invalid_token']);
    expect((await reset(service(), token ?? '')).body.code).toBe('invalid_token');
  });

  it('applies the rate limit of recovery mails to confirmation mails', async () => {
    const strict = await TestService.start({
      beside: service(),
      now,
      settings: { RECOVERIES_PER_HOUR: '2' },
    });
    const change = (method: string, path: string, json?: object) =>
      strict.call(method, path, { token: member.token, ...(json && { json }) });
    expect((await change('PATCH', '/users/me', { email })).status).toBe(200);
    expect((await change('POST', '/users/me/pending-email')).status).toBe(200);
    const answers = [
      await change('POST', '/users/me/pending-email'),
      await change('PATCH', '/users/me', { email: randomEmail() }),
    ];
    for (const answer of answers) {
      expect(codeOf(answer)).toEqual([429, 'too_many_requests']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000);
    }
    expect((await me()).pending_email).toBe(email);
    await strict.stop();
  });
});

describe('a new address after a recently verified password', () => {
  it('changes the address at once and mails the former address an undo link', async () => {
    expect((await call('POST', '/login/verify-password', { password: member.password })).status).toBe(200);
    expect((await ask()).body).toMatchObject({ email, pending_email: null });
    expect((await undo(await undoing(CHANGED))).status).toBe(200);
    expect((await signIn(service(), member.email, member.password)).status).toBe(200);
    expect(await mailsTo(service(), email)).toEqual([]);
  });

  it('rejects an address change from a session that a concurrent undo ended', async () => {
    await call('POST', '/login/verify-password', { password: member.password });
    await ask();
    const link = await undoing(CHANGED);
    const [undone, asked] = await queueOnRow(service(), ownRow(), [
      () => undo(link),
      () => ask(randomEmail()),
    ]);
    expect(undone?.status).toBe(200);
    expect(asked && codeOf(asked)).toEqual([401, 'invalid_credentials']);
    expect((await signIn(service(), member.email, member.password)).status).toBe(200);
  });

  it('accepts a verified password for five minutes and only in its own session', async () => {
    const other = await service().login(member.email, member.password);
    expect((await ask()).body.email).toBe(member.email);
    offset = 5 * 60_000 - 1_000;
    const { body } = await service().call('PATCH', '/users/me', { token: other, json: { email } });
    expect([body.email, body.pending_email]).toEqual([email, null]);
    offset = 5 * 60_000 + 5_000;
    const later = { token: other, json: { email: randomEmail() } };
    expect((await service().call('PATCH', '/users/me', later)).body).toMatchObject({
      email,
      pending_email: later.json.email,
    });
  });
});

it('applies the rate limit of recovery mails to address changes after a recently verified password', async () => {
  const strict = await TestService.start({ beside: service(), now, settings: { RECOVERIES_PER_HOUR: '2' } });
  await call('POST', '/login/verify-password', { password: member.password });
  const change = (json: object) => strict.call('PATCH', '/users/me', { token: member.token, json });
  const taken = (await service().member()).email;
  const [first, second] = [randomEmail(), randomEmail()];
  for (const address of [first, taken, second, second, `${second[0]?.toUpperCase()}${second.slice(1)}`])
    expect((await change({ email: address })).status, address).toBe(address === taken ? 409 : 200);
  expect(codeOf(await change({ email: randomEmail() }))).toEqual([429, 'too_many_requests']);
  expect((await change({ full_name: 'Ada' })).status).toBe(200);
  expect((await me()).email.toLowerCase()).toBe(second);
  await strict.stop();
});

it('keeps the undo links of other accounts when one account undoes its address change', async () => {
  const other = await service().member();
  await call('POST', '/login/verify-password', { password: member.password });
  await ask();
  const link = await undoing(CHANGED);
  const json = { email: randomEmail() };
  await service().call('PATCH', '/users/me', { token: other.token, json });
  const otherLink = linkIn((await mailAbout(service(), other.email, CHANGED)).html, 'undo-email-change');
  expect((await undo(link)).status).toBe(200);
  expect((await undo(otherLink)).status).toBe(200);
  expect((await signIn(service(), other.email, other.password)).status).toBe(200);
});

describe('the former address while its undo link is valid', () => {
  let admin: Account;
  beforeEach(async () => {
    admin = await service().superuser();
    await call('POST', '/login/verify-password', { password: member.password });
  });
  const asAdmin = (method: string, path: string, json?: object) =>
    service().call(method, path, { token: admin.token, ...(json && { json }) });
  const signUp = (to = member.email) =>
    service().call('POST', '/users/signup', { json: { email: to, password: 'correct horse' } });

  it('reserves the former address against all other accounts in any letter case', async () => {
    const [other, late] = [await service().member(), await service().member()];
    const spelt = member.email.toUpperCase();
    await ask();
    await service().expirePasswordEntry(late);
    const refusals = [
      await signUp(spelt),
      await asAdmin('POST', '/users/', { email: spelt, password: 'correct horse' }),
      await asAdmin('POST', '/users/invite', { email: spelt }),
      await asAdmin('PATCH', `/users/${other.id}`, { email: spelt }),
      await service().call('PATCH', '/users/me', { token: other.token, json: { email: spelt } }),
      await service().call('PATCH', '/users/me', { token: late.token, json: { email: spelt } }),
    ];
    expect(refusals.map(codeOf)).toEqual([
      [400, 'email_taken_on_signup'],
      [400, 'email_taken_on_create'],
      [400, 'email_taken_on_create'],
      [409, 'email_taken'],
      [409, 'email_taken'],
      [409, 'email_taken'],
    ]);
    expect((await undo(await undoing(CHANGED))).status).toBe(200);
    expect((await signIn(service(), member.email, member.password)).status).toBe(200);
  });

  it('rejects restoring an account whose address is reserved as a former address', async () => {
    const { id } = await service().member({ email });
    await asAdmin('DELETE', `/users/${id}`);
    const { token } = await service().member({ email });
    await service().call('PATCH', '/users/me', { token, json: { email: randomEmail() } });
    expect(codeOf(await asAdmin('POST', `/users/${id}/restore`))).toEqual([409, 'email_taken']);
    const { body } = await asAdmin('POST', '/users/bulk', { action: 'restore', ids: [id] });
    expect(body.skipped).toMatchObject([{ id, code: 'email_taken' }]);
  });

  it('rejects confirming an address that has become reserved since it was requested', async () => {
    await service().expirePasswordEntry(member);
    await ask();
    const link = await confirmation();
    const owner = await service().member({ email });
    const json = { email: randomEmail() };
    await service().call('PATCH', '/users/me', { token: owner.token, json });
    expect(codeOf(await confirm(link))).toEqual([409, 'email_taken']);
    expect(codeOf(await call('POST', '/users/me/pending-email'))).toEqual([409, 'email_taken']);
  });

  it('rejects a sign-up with the former address that waits for a concurrent change', async () => {
    const table = sql`lock table email_changes in share mode`;
    const [changed, signedUp] = await queueOnRow(service(), table, [() => ask(), () => signUp()]);
    expect(changed?.body.email).toBe(email);
    expect(signedUp && codeOf(signedUp)).toEqual([400, 'email_taken_on_signup']);
    expect((await undo(await undoing(CHANGED))).status).toBe(200);
  });

  it('lets an account return to its own former address', async () => {
    await ask();
    expect((await ask(member.email)).body).toMatchObject({ email: member.email, pending_email: null });
  });

  it('rejects the undo link if the former address was taken while the account was in the trash', async () => {
    await ask();
    const link = await undoing(CHANGED);
    await asAdmin('DELETE', `/users/${member.id}`);
    const { id } = (await signUp()).body;
    expect((await asAdmin('POST', `/users/${member.id}/restore`)).status).toBe(200);
    expect((await asAdmin('PATCH', `/users/${id}`, { full_name: 'New Name' })).status).toBe(200);
    expect(codeOf(await undo(link))).toEqual([409, 'email_taken']);
  });

  it('reserves only the first former address when an account changes its address twice', async () => {
    await ask();
    await ask(randomEmail());
    expect((await signUp(email)).status).toBe(200);
    expect(codeOf(await signUp())).toEqual([400, 'email_taken_on_signup']);
  });

  it('reserves the next former address once the undo link of the first change has expired', async () => {
    await ask();
    offset = 71 * HOUR;
    await call('POST', '/login/verify-password', { password: member.password });
    await ask(randomEmail());
    offset = 73 * HOUR;
    expect(codeOf(await signUp(email))).toEqual([400, 'email_taken_on_signup']);
    expect((await signUp()).status).toBe(200);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its undo link has expired', async () => (offset = 72 * HOUR + 60_000)],
    ['its account is in the trash', () => asAdmin('DELETE', `/users/${member.id}`)],
    ['its account is erased', () => asAdmin('POST', `/users/${member.id}/erase`)],
  ])('releases the former address once %s', async (_, release) => {
    await ask();
    expect(codeOf(await signUp())).toEqual([400, 'email_taken_on_signup']);
    await release();
    expect((await signUp()).status).toBe(200);
  });
});
