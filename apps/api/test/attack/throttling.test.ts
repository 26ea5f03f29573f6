import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { SCHEDULE } from '../../src/jobs.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { consume, verifyWithLimit } from '../../src/platform/http/limiter.ts';
import { type Answer, eventually, randomEmail, TestService, useService } from '../harness.ts';
import {
  ageRateLimits,
  anonymous,
  concurrently,
  from,
  mailsTo,
  NEW_PASSWORD,
  recover,
  reset,
  sequentially,
  signIn,
  statusesOf,
} from './accounts.ts';

/** Defaults of the product. */
const DEFAULTS = {
  LOGIN_FAILURES_PER_MINUTE: '',
  LOGIN_FAILURES_PER_MINUTE_PER_IP: '',
  LOGIN_FAILURES_PER_ACCOUNT: '',
};

const service = useService({ settings: { ...DEFAULTS, TRUST_PROXY: '1' }, worker: true });

let hosts = 0;
/** Headers with a client address not used before. */
const newNetwork = () => {
  hosts += 1;
  return from(`10.${hosts >> 16}.${(hosts >> 8) & 255}.${hosts & 255}`);
};

const retryAfter = ({ headers }: Answer) => Number(headers['retry-after']);

/** An account with its own known network, which no test uses for attempts. */
const member = () => service().member();

describe('failed sign-ins', () => {
  it('rejects sign-ins from the sixth failure in a minute until Retry-After has passed', async () => {
    const t = service();
    const { email, password } = await member();
    const home = newNetwork();
    const wrong = await sequentially(6, () => signIn(t, email, 'wrong wrong', home));
    expect(statusesOf(wrong)).toEqual([400, 400, 400, 400, 400, 429]);
    expect(wrong[5]?.body).toMatchObject({ detail: 'Too Many Requests', code: 'too_many_requests' });
    const wait = retryAfter(wrong[5] as Answer);
    expect(Number.isInteger(wait) && wait > 50 && wait <= 60).toBe(true);

    await ageRateLimits(t, wait - 2);
    expect((await signIn(t, email, password, home)).status).toBe(429);
    await ageRateLimits(t, 2);
    expect((await signIn(t, email, password, home)).status).toBe(200);
  });

  it('does not limit successful sign-ins, whether sequential or concurrent', async () => {
    const t = service();
    const { email, password } = await member();
    const home = newNetwork();
    const good = await sequentially(30, () => signIn(t, email, password, home));
    const parallel = await concurrently(30, () => signIn(t, email, password, home));
    expect(new Set(statusesOf([...good, ...parallel]))).toEqual(new Set([200]));
  });

  it('counts concurrent failed sign-ins exactly across two instances', async () => {
    const one = service();
    const two = await TestService.start({ beside: one, settings: { ...DEFAULTS, TRUST_PROXY: '1' } });
    const { email } = await member();
    const home = newNetwork();
    const answers = await concurrently(24, (index) =>
      signIn(index % 2 ? one : two, email, 'wrong wrong', home),
    );
    expect(statusesOf(answers).sort()).toEqual([...Array(5).fill(400), ...Array(19).fill(429)]);
    await two.stop();
  });

  it('delays sign-ins after failures from many networks by 1, 2, 4 … 900 seconds', async () => {
    const t = service();
    const { email } = await member();
    const attempt = (_index = 0) => signIn(t, email, 'wrong wrong', newNetwork());
    expect(new Set(statusesOf(await sequentially(5, attempt)))).toEqual(new Set([400]));
    const delays: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const refused = await attempt();
      expect(refused.status).toBe(429);
      delays.push(retryAfter(refused));
      await ageRateLimits(t, retryAfter(refused));
      expect((await attempt()).status).toBe(400);
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  it('admits the owner of a locked account from the network of their last sign-in or password reset', async () => {
    const t = service();
    const { email, password } = await member();
    const [home, away] = [newNetwork(), newNetwork()];
    expect((await signIn(t, email, password, home)).status).toBe(200);
    await sequentially(5, () => signIn(t, email, 'wrong wrong', newNetwork()));

    expect((await signIn(t, email, password, newNetwork())).status).toBe(429);
    expect((await signIn(t, email, password, home)).status).toBe(200);

    await reset(t, await recover(t, email), NEW_PASSWORD, away);
    await sequentially(5, () => signIn(t, email, 'wrong wrong', newNetwork()));
    expect((await signIn(t, email, NEW_PASSWORD, newNetwork())).status).toBe(429);
    expect((await signIn(t, email, NEW_PASSWORD, away)).status).toBe(200);
    expect((await signIn(t, email, NEW_PASSWORD, home)).status).toBe(429);
  });

  it('does not apply the known network of a deleted account to a new account with its address', async () => {
    const t = service();
    const { id, email, password } = await member();
    const home = newNetwork();
    expect((await signIn(t, email, password, home)).status).toBe(200);
    const { token } = await t.superuser();
    await t.call('DELETE', `/users/${id}`, { token });
    const json = { email, password: NEW_PASSWORD };
    expect((await t.call('POST', '/users/signup', { json })).status).toBe(200);
    await sequentially(5, () => signIn(t, email, 'wrong wrong', newNetwork()));
    expect((await signIn(t, email, NEW_PASSWORD, home)).status).toBe(429);
  });

  it('rejects failed sign-ins to many accounts from the same address after twenty in a minute', async () => {
    const home = newNetwork();
    const sprayed = await sequentially(25, () => signIn(service(), randomEmail(), 'wrong wrong', home));
    expect(statusesOf(sprayed)).toEqual([...Array(20).fill(400), ...Array(5).fill(429)]);
    expect((await signIn(service(), randomEmail(), 'wrong wrong', newNetwork())).status).toBe(400);
  });

  it('responds alike to right and wrong passwords while an account is locked, and counts neither', async () => {
    const t = service();
    const { email, password } = await member();
    const home = newNetwork();
    await sequentially(5, () => signIn(t, email, 'wrong wrong', home));
    const counts = () => t.db.execute(sql`select key, hits from rate_limits order by key`);
    const before = await counts();
    const [right, wrong] = await concurrently(2, (index) =>
      signIn(t, email, index ? 'wrong wrong' : password, home),
    );
    expect(anonymous(right as Answer)).toEqual(anonymous(wrong as Answer));
    expect(await counts()).toEqual(before);
  });

  it('counts wrong current passwords in password changes like failed sign-ins', async () => {
    const t = service();
    const { email, password, token } = await member();
    const change = (current_password: string) =>
      t.call('PATCH', '/users/me/password', {
        token,
        json: { current_password, new_password: NEW_PASSWORD },
        headers: from('203.0.113.9'),
      });
    const wrong = await sequentially(6, () => change('wrong wrong'));
    expect(statusesOf(wrong)).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await change(password)).status).toBe(429);
    expect((await signIn(t, email, password, from('203.0.113.9'))).status).toBe(429);
  });
});

describe('concurrent sign-in attempts', () => {
  /** Locks the counter of a key, so that other attempts block. */
  const holding = async (key: string, work: (tx: Db) => Promise<void>) =>
    service().db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from rate_limits where key = ${key} for update`);
      await work(tx);
    });
  const untilWaiting = (count: number) =>
    eventually(async () => {
      const rows = await service().db.execute(sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%rate_limits%'`);
      return rows.length >= count || undefined;
    });
  it('rejects the right password if the limit is exhausted while it is checked', async () => {
    const { db } = service();
    const limitOf = (key: string) => [{ key: `${key}:${randomUUID()}`, limit: 2, seconds: 60 }];
    const [limits, others] = [limitOf('one'), limitOf('other')];
    const failTwice = async () => {
      await sequentially(2, () => consume(db, limits));
      return true;
    };
    await expect(verifyWithLimit(db, limits, failTwice)).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await verifyWithLimit(db, others, async () => true)).toBe(true);
  });

  it('accepts twelve concurrent attempts with the right password after four failures', async () => {
    const t = service();
    const { email, password } = await member();
    const home = newNetwork();
    await sequentially(4, () => signIn(t, email, 'wrong wrong', home));
    const answers = await concurrently(12, () => signIn(t, email, password, home));
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
  });

  it('starts the delay of the next attempt when the last failure is counted', async () => {
    const t = service();
    const { email } = await member();
    const key = `login-of:${email}`;
    await sequentially(5, () => signIn(t, email, 'wrong wrong', newNetwork()));
    await ageRateLimits(t, 1);
    let answer: Promise<Answer> | undefined;
    let released = '';
    await holding(key, async (tx) => {
      answer = signIn(t, email, 'wrong wrong', newNetwork());
      await untilWaiting(1);
      const [row] = await tx.execute<{ at: string }>(
        sql`select date_trunc('milliseconds', clock_timestamp())::text as at`,
      );
      released = row?.at ?? '';
    });
    expect((await answer)?.status).toBe(400);
    const [row] =
      await t.db.execute(sql`select hits, shut_until >= ${released}::timestamptz + interval '2 seconds' as is_whole
      from rate_limits where key = ${key}`);
    expect(row).toEqual({ hits: 6, is_whole: true });
  });
});

describe('client addresses of rate limits', () => {
  const sixFrom = (t: TestService, addresses: string[]) => {
    const email = randomEmail();
    return sequentially(6, (index) => signIn(t, email, 'wrong wrong', from(addresses[index] ?? '')));
  };

  it('ignores forged client addresses, both without a proxy and beyond the trusted proxy', async () => {
    const direct = await TestService.start({ settings: { ...DEFAULTS, LOGIN_FAILURES_PER_ACCOUNT: '100' } });
    const forged = Array.from({ length: 6 }, (_, index) => `198.51.100.${index}`);
    expect((await sixFrom(direct, forged))[5]?.status).toBe(429);
    await direct.stop();
    const chains = forged.map((address) => `${address}, 1.1.1.1, 2.2.2.2, 3.3.3.3, 192.0.2.1`);
    const [last] = (await sixFrom(service(), chains)).slice(-1);
    expect(retryAfter(last as Answer)).toBeGreaterThan(10);
  });

  it('counts the addresses of a network together, in any spelling', async () => {
    const t = await TestService.start({
      settings: { ...DEFAULTS, TRUST_PROXY: '1', LOGIN_FAILURES_PER_ACCOUNT: '100' },
    });
    const household = Array.from({ length: 6 }, (_, index) => `2001:db8:1:2:${index}:${index}::1`);
    expect((await sixFrom(t, household))[5]?.status).toBe(429);
    const spellings = ['1.2.3.4', '::ffff:1.2.3.4', '1.2.3.4', '::FFFF:1.2.3.4', '1.2.3.4', '::ffff:1.2.3.4'];
    expect((await sixFrom(t, spellings))[5]?.status).toBe(429);
    expect(
      statusesOf(await sixFrom(t, ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4', '5.5.5.5', '6.6.6.6'])),
    ).toEqual(Array(6).fill(400));
    await t.stop();
  });
});

describe('rate limits of password recovery and sign-up', () => {
  const limited = (settings: Record<string, string>) =>
    TestService.start({ settings: { TRUST_PROXY: '1', ...settings } });
  const signUp = (t: TestService, address: string) =>
    t.call('POST', '/users/signup', {
      json: { email: randomEmail(), password: 'correct horse' },
      headers: from(address),
    });
  const ask = (t: TestService, email: string, address = '192.0.2.1') =>
    t.call('POST', `/password-recovery/${encodeURIComponent(email)}`, { headers: from(address) });

  it('counts recoveries of an email address in all its spellings, separately from other addresses', async () => {
    const t = await limited({ RECOVERIES_PER_HOUR: '2' });
    const email = randomEmail();
    const spellings = [email, email.toUpperCase(), `${email[0]?.toUpperCase()}${email.slice(1)}`];
    expect(statusesOf(await sequentially(3, (index) => ask(t, spellings[index] ?? '')))).toEqual([
      200, 200, 429,
    ]);
    expect((await ask(t, randomEmail())).status).toBe(200);
    await t.stop();
  });

  it('counts recoveries and sign-ups of an IPv6 network (/64) together, separately from other networks', async () => {
    const t = await limited({ RECOVERIES_PER_HOUR_PER_IP: '2', SIGNUPS_PER_HOUR_PER_IP: '2' });
    for (const call of [
      (address: string) => ask(t, randomEmail(), address),
      (address: string) => signUp(t, address),
    ]) {
      const answers = await sequentially(3, (index) => call(`2001:db8:1:2:${index}::1`));
      expect(statusesOf(answers)).toEqual([200, 200, 429]);
      expect((await call('2001:db8:1:3::1')).status).toBe(200);
    }
    await t.stop();
  });

  it('keeps the failures of the network when an account is unlocked by a password reset', async () => {
    const t = await TestService.start({
      worker: true,
      settings: {
        TRUST_PROXY: '1',
        LOGIN_FAILURES_PER_MINUTE_PER_IP: '4',
        LOGIN_FAILURES_PER_MINUTE: '3',
      },
    });
    const home = from('192.0.2.7');
    const { email } = await t.member();
    const token = await recover(t, email);
    await sequentially(3, () => signIn(t, email, 'wrong wrong', home));
    expect((await signIn(t, email, 'wrong wrong', home)).status).toBe(429);
    expect((await reset(t, token, NEW_PASSWORD, home)).status).toBe(200);
    expect((await signIn(t, email, NEW_PASSWORD, home)).status).toBe(200);
    const others = await sequentially(2, () => signIn(t, randomEmail(), 'wrong wrong', home));
    expect(statusesOf(others)).toEqual([400, 429]);
    await t.stop();
  });
});

describe('storage of rate limits', () => {
  it('allows one of twenty concurrent calls under a limit of one across two instances', async () => {
    const settings = { RECOVERIES_PER_HOUR: '1' };
    const one = await TestService.start({ settings });
    const two = await TestService.start({ settings, beside: one });
    const email = randomEmail();
    const answers = await concurrently(20, (index) =>
      (index % 2 ? one : two).call('POST', `/password-recovery/${email}`),
    );
    expect(statusesOf(answers).sort()).toEqual([200, ...Array(19).fill(429)]);
    expect(await mailsTo(one, email)).toEqual([]);
    await two.stop();
    await one.stop();
  });

  it('deletes a hundred thousand expired rate limits', async () => {
    const t = service();
    await t.db.execute(sql`insert into rate_limits (key, hits, resets_at)
      select 'login:' || n, 1, now() - interval '1 second' from generate_series(1, 100000) n`);
    await t.db.execute(sql`select graphile_worker.add_job('delete_elapsed_windows')`);
    const left = await eventually(async () => {
      const [row] = await t.db.execute<{ count: number }>(
        sql`select count(*)::int as count from rate_limits`,
      );
      return row && row.count <= 10_000 ? row.count : undefined;
    });
    expect(left).toBeLessThan(1_000);
    expect(SCHEDULE).toContain('* * * * * delete_elapsed_windows');
  });
});
