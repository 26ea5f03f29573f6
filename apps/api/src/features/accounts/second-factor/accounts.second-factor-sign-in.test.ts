import { hash } from '@node-rs/bcrypt';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  anonymous,
  concurrently,
  NEW_PASSWORD,
  recover,
  reset,
  signIn,
  whoAmI,
} from '../../../../test/attack/accounts.ts';
import {
  type Account,
  type Answer,
  eventually,
  queueOnRow,
  TestService,
  useService,
} from '../../../../test/harness.ts';
import { codeAt, type Factor, STEP, setUpFactor } from '../../../../test/second-factors.ts';

let time = new Date();
const now = () => time;
const service = useService({ worker: true, now });

const later = (seconds: number) => new Date(time.getTime() + seconds * 1000);
const pass = (seconds: number) => {
  time = later(seconds);
};

type Protected = Account & Factor;

/** A colleague with a second factor, whose current code is unused. */
async function colleague(): Promise<Protected> {
  const account = await service().colleague();
  return { ...account, ...(await setUpFactor(service(), account, time)) };
}

const codeOf = ({ secret }: Factor, seconds = 0) => codeAt(secret, later(seconds));
const refusal = ({ status, body }: Answer) => ({ status, code: body.code });
const INVALID_TICKET = { status: 400, code: 'invalid_ticket' };
const INCORRECT_CODE = { status: 400, code: 'incorrect_code' };

/** The ticket that the right password gets. */
async function ticketOf({ email, password }: Account, headers = {}): Promise<string> {
  const answer = await signIn(service(), email, password, headers);
  expect(refusal(answer)).toEqual({ status: 409, code: 'second_factor_required' });
  return answer.body.ticket;
}

const enter = (ticket: string, code: string, t = service(), headers = {}) =>
  t.call('POST', '/login/second-factor', { json: { ticket, code }, headers });

describe('sign-in with a second factor', () => {
  it('takes password and code, and answers with the token of a new session', async () => {
    const me = await colleague();
    const answer = await enter(await ticketOf(me), codeOf(me));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['access_token', 'token_type']);
    expect(await whoAmI(service(), answer.body.access_token)).toBe(200);
  });

  it('leaves the sign-in of accounts without one as it was', async () => {
    await colleague();
    const other = await service().colleague();
    const answer = await signIn(service(), other.email, other.password);
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['access_token', 'token_type']]);
  });

  it('asks for a code even if the second factor was set up while the password was checked', async () => {
    const [me, other] = [await service().colleague(), await service().colleague()];
    const setUp = sql`update users set second_factor_at = now() where id = ${me.id}`;
    const [mine] = await queueOnRow(service(), setUp, [() => signIn(service(), me.email, me.password)]);
    expect(mine && refusal(mine)).toEqual({ status: 409, code: 'second_factor_required' });
    expect((await signIn(service(), other.email, other.password)).status).toBe(200);
  });

  it('answers a wrong password as for any other account', async () => {
    const [me, other] = [await colleague(), await service().colleague()];
    const answers = await Promise.all(
      [me.email, other.email, 'nobody@example.com'].map((email) => signIn(service(), email, 'wrong wrong')),
    );
    for (const answer of answers) expect(anonymous(answer)).toEqual(anonymous(answers[0] as Answer));
  });

  it('accepts codes in groups', async () => {
    const me = await colleague();
    const code = codeOf(me);
    expect((await enter(await ticketOf(me), `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  });

  it('accepts clocks that differ by a step, and rejects those that differ by 90 seconds', async () => {
    const me = await colleague();
    pass(5 * STEP);
    const ticket = await ticketOf(me);
    for (const seconds of [-90, -60, 60, 90])
      expect(refusal(await enter(ticket, codeOf(me, seconds)))).toEqual(INCORRECT_CODE);
    for (const seconds of [-30, 0, 30])
      expect((await enter(await ticketOf(me), codeOf(me, seconds))).status).toBe(200);
  });

  it('accepts each code once, and none that is older', async () => {
    const me = await colleague();
    pass(5 * STEP);
    expect((await enter(await ticketOf(me), codeOf(me))).status).toBe(200);
    const ticket = await ticketOf(me);
    for (const seconds of [0, -30])
      expect(refusal(await enter(ticket, codeOf(me, seconds)))).toEqual(INCORRECT_CODE);
    expect((await enter(ticket, codeOf(me, 30))).status).toBe(200);
  });

  it('accepts a code once of many at the same time, on two instances', async () => {
    const beside = await TestService.start({ beside: service(), now });
    const me = await colleague();
    const tickets = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ticketOf(me)));
    const answers = await concurrently(tickets.length, (index) =>
      enter(tickets[index] as string, codeOf(me), index % 2 ? service() : beside),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    await beside.stop();
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const me = await colleague();
    const [first = '', second = ''] = me.recoveryCodes;
    expect((await enter(await ticketOf(me), first)).status).toBe(200);
    const ticket = await ticketOf(me);
    expect(refusal(await enter(ticket, first))).toEqual(INCORRECT_CODE);
    const answer = await enter(ticket, ` ${second.toUpperCase().replaceAll('-', ' ')} `);
    expect(answer.status).toBe(200);
    const state = await service().call('GET', '/second-factor/', { token: answer.body.access_token });
    expect(state.body.recovery_codes_left).toBe(8);
  });

  it('accepts a recovery code once of many at the same time', async () => {
    const me = await colleague();
    const tickets = await Promise.all([1, 2, 3, 4].map(() => ticketOf(me)));
    const answers = await concurrently(4, (index) =>
      enter(tickets[index] as string, me.recoveryCodes[0] as string),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('rejects the codes of another account', async () => {
    const [me, other] = [await colleague(), await colleague()];
    const ticket = await ticketOf(me);
    for (const code of [codeOf(other), other.recoveryCodes[0] as string, '', '000 00', 'x'.repeat(40)])
      expect(refusal(await enter(ticket, code))).toEqual(INCORRECT_CODE);
    expect((await enter(await ticketOf(other), codeOf(other))).status).toBe(200);
  });
});

describe('the ticket of a sign-in', () => {
  it('works once', async () => {
    const me = await colleague();
    const ticket = await ticketOf(me);
    expect((await enter(ticket, codeOf(me))).status).toBe(200);
    expect(refusal(await enter(ticket, codeOf(me, 30)))).toEqual(INVALID_TICKET);
  });

  it('works once of several codes at the same time', async () => {
    const me = await colleague();
    const ticket = await ticketOf(me);
    const answers = await concurrently(4, (index) => enter(ticket, me.recoveryCodes[index] as string));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('expires after five minutes', async () => {
    const me = await colleague();
    const ticket = await ticketOf(me);
    const late = await ticketOf(me);
    pass(299);
    expect((await enter(ticket, codeOf(me))).status).toBe(200);
    pass(2);
    expect(refusal(await enter(late, codeOf(me)))).toEqual(INVALID_TICKET);
  });

  it('ends with the fifth wrong code', async () => {
    const me = await colleague();
    const [ticket, other] = [await ticketOf(me), await ticketOf(me)];
    for (let tries = 0; tries < 5; tries += 1)
      expect(refusal(await enter(ticket, 'wrong'))).toEqual(INCORRECT_CODE);
    expect(refusal(await enter(ticket, codeOf(me)))).toEqual(INVALID_TICKET);
    expect((await enter(other, codeOf(me))).status).toBe(200);
  });

  it('is of no use for another account, with another end, or without its signature', async () => {
    const [me, other] = [await colleague(), await colleague()];
    const [owner = '', id, end, signature] = (await ticketOf(me)).split('.');
    for (const ticket of [
      '',
      'x',
      owner,
      [other.id, id, end, signature].join('.'),
      [owner, other.id, end, signature].join('.'),
      [owner, id, String(Number(end) + 1), signature].join('.'),
      [owner, id, end, '0'.repeat(16)].join('.'),
      me.token,
    ]) {
      expect(refusal(await enter(ticket, codeOf(me)))).toEqual(INVALID_TICKET);
      expect(refusal(await enter(ticket, codeOf(other)))).toEqual(INVALID_TICKET);
    }
  });

  it('is no token: not for requests, and not for the links of mails', async () => {
    const ticket = await ticketOf(await colleague());
    expect(await whoAmI(service(), ticket)).toBe(401);
    expect(refusal(await reset(service(), ticket))).toEqual({ status: 400, code: 'invalid_token' });
  });

  it('ends with a new password, which needs a code just as well', async () => {
    const me = await colleague();
    const ticket = await ticketOf(me);
    expect((await reset(service(), await recover(service(), me.email))).status).toBe(200);
    expect(refusal(await enter(ticket, codeOf(me)))).toEqual(INVALID_TICKET);
    const answer = await enter(await ticketOf({ ...me, password: NEW_PASSWORD }), codeOf(me));
    expect(answer.status).toBe(200);
  });

  it('ends with a deactivation', async () => {
    const [me, admin] = [await colleague(), await service().superuser()];
    const ticket = await ticketOf(me);
    await service().call('POST', `/users/${me.id}/deactivate`, { token: admin.token, json: {} });
    expect(refusal(await enter(ticket, codeOf(me)))).toEqual({ status: 400, code: 'inactive_user' });
  });
});

it('renews the hash of an imported password at the first step', async () => {
  const me = await colleague();
  const imported = await hash(me.password, { cost: 4 });
  await service().db.execute(sql`update users set password_hash = ${imported} where id = ${me.id}`);
  const ticket = await ticketOf(me);
  const [row] = await service().db.execute(sql`select password_hash from users where id = ${me.id}`);
  expect(row?.['password_hash']).toMatch(/^\$argon2id\$/);
  expect((await enter(ticket, codeOf(me))).status).toBe(200);
});

it('logs wrong codes as failed sign-ins of the account', async () => {
  const [me, other] = [await colleague(), await colleague()];
  await enter(await ticketOf(me), 'wrong');
  const failures = async ({ id }: Account) =>
    (
      await service().db.execute(
        sql`select from audit_logs where entity_id = ${id} and changes ? 'failed_sign_in'`,
      )
    ).length;
  await eventually(async () => ((await failures(me)) > 0 ? true : undefined));
  expect([await failures(me), await failures(other)]).toEqual([1, 0]);
});

describe('wrong codes', () => {
  const STRICT = {
    LOGIN_FAILURES_PER_MINUTE: '',
    LOGIN_FAILURES_PER_MINUTE_PER_IP: '',
    LOGIN_FAILURES_PER_ACCOUNT: '',
    TRUST_PROXY: '1',
  };
  const from = (host: number) => ({ 'x-forwarded-for': `10.9.0.${host}` });

  it('are limited per account and network, and per account from any network; others are not affected', async () => {
    const t = await TestService.start({ beside: service(), now, settings: STRICT });
    const [me, other] = [await colleague(), await colleague()];
    const ticket = await ticketOf(me);
    for (let tries = 0; tries < 5; tries += 1)
      expect(refusal(await enter(await ticketOf(me), 'wrong', t, from(1)))).toEqual(INCORRECT_CODE);
    // At once, as other networks are refused for a second only.
    const elsewhere = await enter(ticket, codeOf(me), t, from(2));
    expect(elsewhere.status).toBe(429);
    const limited = await enter(await ticketOf(me), codeOf(me), t, from(1));
    expect(refusal(limited)).toEqual({ status: 429, code: 'too_many_requests' });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(Number(elsewhere.headers['retry-after']));
    expect((await enter(await ticketOf(other), codeOf(other), t, from(1))).status).toBe(200);
    await t.stop();
  });
});
