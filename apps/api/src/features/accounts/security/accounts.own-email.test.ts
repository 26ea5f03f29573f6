import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { mailAbout, mailsTo, recover, reset, signIn, whoAmI } from '../../../../test/attack/accounts.ts';
import {
  type Account,
  type Answer,
  inLine,
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
  await service().letPasswordAge(member);
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

describe('a new address, some minutes after the password was said', () => {
  it('counts once the mail to it is answered, and the former one is told before and after', async () => {
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
    ['from before', ASKED],
    ['from after', CHANGED],
  ])('is given up for the former one by the link %s it was confirmed', async (_, subject) => {
    await ask();
    await confirm(await confirmation());
    expect((await undo(await undoing(subject))).status).toBe(200);
    expect(await whoAmI(service(), member.token)).toBe(401);
    expect((await signIn(service(), member.email, member.password)).status).toBe(200);
    expect((await signIn(service(), email, member.password)).status).toBe(400);
  });

  it('is cancelled by the link to the former one, which signs everybody out', async () => {
    await ask();
    const token = await confirmation();
    expect((await undo(await undoing(ASKED))).status).toBe(200);
    expect(codeOf(await confirm(token))).toEqual([400, 'invalid_token']);
    expect(await whoAmI(service(), member.token)).toBe(401);
    member.token = await service().login(member.email, member.password);
    expect(await me()).toMatchObject({ email: member.email, pending_email: null });
  });

  it('is cancelled by its owner, only once', async () => {
    await ask();
    const token = await confirmation();
    expect((await call('DELETE', '/users/me/pending-email')).status).toBe(200);
    expect((await me()).pending_email).toBeNull();
    expect(codeOf(await confirm(token))).toEqual([400, 'invalid_token']);
    expect(codeOf(await call('DELETE', '/users/me/pending-email'))).toEqual([404, 'pending_email_not_found']);
    expect(codeOf(await call('POST', '/users/me/pending-email'))).toEqual([404, 'pending_email_not_found']);
  });

  it('invalidates the former link as soon as another mail is asked for', async () => {
    await ask();
    const first = await confirmation();
    const [, confirmed] = await inLine(service(), ownRow(), [
      () => call('POST', '/users/me/pending-email'),
      () => confirm(first),
    ]);
    expect(confirmed && codeOf(confirmed)).toEqual([400, 'invalid_token']);
    const second = await confirmation(email, 1);
    expect(codeOf(await confirm(first))).toEqual([400, 'invalid_token']);
    expect((await confirm(second)).status).toBe(200);
    expect((await me()).email).toBe(email);
  });

  it('gives way to another one', async () => {
    await ask();
    const first = await confirmation();
    const other = randomEmail();
    expect((await ask(other)).body.pending_email).toBe(other);
    expect(codeOf(await confirm(first))).toEqual([400, 'invalid_token']);
    expect((await confirm(await confirmation(other))).status).toBe(200);
    expect((await me()).email).toBe(other);
  });

  it('does not come back with the same address: only the newest link works', async () => {
    await ask();
    const first = await confirmation();
    await call('DELETE', '/users/me/pending-email');
    await ask();
    const second = await confirmation(email, 1);
    expect(codeOf(await confirm(first))).toEqual([400, 'invalid_token']);
    expect((await confirm(second)).status).toBe(200);
  });

  const ENDS: [string, () => Promise<unknown>][] = [
    [
      'a new password',
      () =>
        call('PATCH', '/users/me/password', {
          current_password: member.password,
          new_password: 'another horse',
        }),
    ],
    ['a password set by a mail', async () => reset(service(), await recover(service(), member.email))],
    [
      'an address that counts at once',
      async () => {
        await call('POST', '/login/verify-password', { password: member.password });
        await ask(randomEmail());
      },
    ],
    [
      'an address that a superuser gives',
      async () => {
        const { token } = await service().superuser();
        const json = { email: randomEmail() };
        await service().call('PATCH', `/users/${member.id}`, { token, json });
      },
    ],
    [
      'the trash, also for an account that came out of it',
      async () => {
        const { token } = await service().superuser();
        await service().call('DELETE', `/users/${member.id}`, { token });
        await service().call('POST', `/users/${member.id}/restore`, { token });
      },
    ],
    [
      'the trash that many accounts go to',
      async () => {
        const { token } = await service().superuser();
        for (const action of ['delete', 'restore'])
          await service().call('POST', '/users/bulk', { token, json: { action, ids: [member.id] } });
      },
    ],
  ];
  it.each(ENDS)('dies with %s', async (_, end) => {
    await ask();
    const token = await confirmation();
    await end();
    expect(codeOf(await confirm(token))).toEqual([400, 'invalid_token']);
    const { token: admin } = await service().superuser();
    const { body } = await service().call('GET', `/users/${member.id}`, { token: admin });
    expect(body.pending_email).toBeNull();
    expect(body.email).not.toBe(email);
  });

  it('is refused to a session that a new password ended meanwhile', async () => {
    const token = await service().login(member.email, member.password);
    const json = { current_password: member.password, new_password: 'another horse' };
    const [changed, asked] = await inLine(service(), ownRow(), [
      () => service().call('PATCH', '/users/me/password', { token, json }),
      () => ask(),
    ]);
    expect(changed?.status).toBe(200);
    expect(asked && codeOf(asked)).toEqual([401, 'invalid_credentials']);
    expect((await service().call('GET', '/users/me', { token })).body.pending_email).toBeNull();
  });

  it('can be confirmed for 72 hours, and is not shown any longer', async () => {
    await ask();
    const token = await confirmation();
    offset = 72 * HOUR - 60_000;
    expect((await me()).pending_email).toBe(email);
    offset = 72 * HOUR + 60_000;
    expect((await me()).pending_email).toBeNull();
    expect(codeOf(await confirm(token))).toEqual([400, 'invalid_token']);
    expect((await me()).email).toBe(member.email);
  });

  it('is refused where it is another’s, when it is asked for and when it is confirmed', async () => {
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

  it('is not confirmed for somebody who is deactivated', async () => {
    await ask();
    const token = await confirmation();
    await service().db.execute(sql`update users set is_active = false where id = ${member.id}`);
    expect(codeOf(await confirm(token))).toEqual([400, 'inactive_user']);
    await service().db.execute(sql`update users set is_active = true where id = ${member.id}`);
    expect((await confirm(token)).status).toBe(200);
  });

  it('is confirmed once by many at the same time', async () => {
    await ask();
    const token = await confirmation();
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
  });

  it('is not the same as another spelling of the address, which counts at once', async () => {
    const spelt = member.email.toUpperCase();
    const { body } = await ask(spelt);
    expect([body.email.toLowerCase(), body.pending_email]).toEqual([member.email, null]);
    expect(await mailsTo(service(), spelt)).toEqual([]);
  });

  it('stays to be confirmed when the form is saved with the address as it is', async () => {
    await ask();
    const { body } = await ask(member.email, { full_name: 'Again' });
    expect([body.full_name, body.pending_email]).toEqual(['Again', email]);
    expect((await confirm(await confirmation())).status).toBe(200);
  });

  it('stores of its links nothing but hashes', async () => {
    await ask();
    const [token, former] = [await confirmation(), await undoing(ASKED)];
    const rows = await service().db.execute(sql`select * from email_changes where user_id = ${member.id}`);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(former);
    for (const wrong of [former]) expect(codeOf(await confirm(wrong))).toEqual([400, 'invalid_token']);
    expect(codeOf(await undo(token))).toEqual([400, 'invalid_token']);
    expect((await reset(service(), token ?? '')).body.code).toBe('invalid_token');
  });

  it('is mailed to strangers no more often than recoveries are', async () => {
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

describe('a new address, just after the password was said', () => {
  it('counts at once, and the former one is told with a link to undo it', async () => {
    expect((await call('POST', '/login/verify-password', { password: member.password })).status).toBe(200);
    expect((await ask()).body).toMatchObject({ email, pending_email: null });
    expect((await undo(await undoing(CHANGED))).status).toBe(200);
    expect((await signIn(service(), member.email, member.password)).status).toBe(200);
    expect(await mailsTo(service(), email)).toEqual([]);
  });

  it('is refused to a session that the undoing of an earlier one ended meanwhile', async () => {
    await call('POST', '/login/verify-password', { password: member.password });
    await ask();
    const link = await undoing(CHANGED);
    const [undone, asked] = await inLine(service(), ownRow(), [() => undo(link), () => ask(randomEmail())]);
    expect(undone?.status).toBe(200);
    expect(asked && codeOf(asked)).toEqual([401, 'invalid_credentials']);
    expect((await signIn(service(), member.email, member.password)).status).toBe(200);
  });

  it('counts five minutes long, and for the session alone in which it was said', async () => {
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

it('addresses change no more often than recoveries are mailed, even just after the password was said', async () => {
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

it('keeps the later changes of other accounts when one account undoes its change', async () => {
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

describe('the former address, while a link can give it back', () => {
  let admin: Account;
  beforeEach(async () => {
    admin = await service().superuser();
    await call('POST', '/login/verify-password', { password: member.password });
  });
  const asAdmin = (method: string, path: string, json?: object) =>
    service().call(method, path, { token: admin.token, ...(json && { json }) });
  const signUp = (to = member.email) =>
    service().call('POST', '/users/signup', { json: { email: to, password: 'correct horse' } });

  it('is taken for everybody else, in every spelling', async () => {
    const [other, late] = [await service().member(), await service().member()];
    const spelt = member.email.toUpperCase();
    await ask();
    await service().letPasswordAge(late);
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

  it('is refused to accounts that come out of the trash with it', async () => {
    const { id } = await service().member({ email });
    await asAdmin('DELETE', `/users/${id}`);
    const { token } = await service().member({ email });
    await service().call('PATCH', '/users/me', { token, json: { email: randomEmail() } });
    expect(codeOf(await asAdmin('POST', `/users/${id}/restore`))).toEqual([409, 'email_taken']);
    const { body } = await asAdmin('POST', '/users/bulk', { action: 'restore', ids: [id] });
    expect(body.skipped).toMatchObject([{ id, code: 'email_taken' }]);
  });

  it('is refused to the confirmation of somebody who asked for it before', async () => {
    await service().letPasswordAge(member);
    await ask();
    const link = await confirmation();
    const owner = await service().member({ email });
    const json = { email: randomEmail() };
    await service().call('PATCH', '/users/me', { token: owner.token, json });
    expect(codeOf(await confirm(link))).toEqual([409, 'email_taken']);
    expect(codeOf(await call('POST', '/users/me/pending-email'))).toEqual([409, 'email_taken']);
  });

  it('is refused to a sign-up that waits for the change', async () => {
    const table = sql`lock table email_changes in share mode`;
    const [changed, signedUp] = await inLine(service(), table, [() => ask(), () => signUp()]);
    expect(changed?.body.email).toBe(email);
    expect(signedUp && codeOf(signedUp)).toEqual([400, 'email_taken_on_signup']);
    expect((await undo(await undoing(CHANGED))).status).toBe(200);
  });

  it('is free for its own account', async () => {
    await ask();
    expect((await ask(member.email)).body).toMatchObject({ email: member.email, pending_email: null });
  });

  it('stays with an account that got it while the other one was in the trash', async () => {
    await ask();
    const link = await undoing(CHANGED);
    await asAdmin('DELETE', `/users/${member.id}`);
    const { id } = (await signUp()).body;
    expect((await asAdmin('POST', `/users/${member.id}/restore`)).status).toBe(200);
    expect((await asAdmin('PATCH', `/users/${id}`, { full_name: 'New Name' })).status).toBe(200);
    expect(codeOf(await undo(link))).toEqual([409, 'email_taken']);
  });

  it('is the only one that the account keeps, however often it changes its address', async () => {
    await ask();
    await ask(randomEmail());
    expect((await signUp(email)).status).toBe(200);
    expect(codeOf(await signUp())).toEqual([400, 'email_taken_on_signup']);
  });

  it('is that of the next change once the link of the first change has expired', async () => {
    await ask();
    offset = 71 * HOUR;
    await call('POST', '/login/verify-password', { password: member.password });
    await ask(randomEmail());
    offset = 73 * HOUR;
    expect(codeOf(await signUp(email))).toEqual([400, 'email_taken_on_signup']);
    expect((await signUp()).status).toBe(200);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['has expired', async () => (offset = 72 * HOUR + 60_000)],
    ['goes with the account to the trash', () => asAdmin('DELETE', `/users/${member.id}`)],
    ['is erased with the account', () => asAdmin('POST', `/users/${member.id}/erase`)],
  ])('is free again once the link %s', async (_, release) => {
    await ask();
    expect(codeOf(await signUp())).toEqual([400, 'email_taken_on_signup']);
    await release();
    expect((await signUp()).status).toBe(200);
  });
});
