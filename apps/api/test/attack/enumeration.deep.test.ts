import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, eventually, REAL_HASHES, randomEmail, TestService, useService } from '../harness.ts';
import { freePort } from '../ports.ts';
import { expectIndistinguishable } from '../timing.ts';
import {
  anonymous,
  changeEmail,
  mailAbout,
  mailsTo,
  NEW_PASSWORD,
  sequentially,
  signIn,
  statusesOf,
} from './accounts.ts';

/** Timeout of tests with hundreds of requests. */
const LONG_TIMEOUT = { timeout: 180_000 };

const service = useService({ settings: REAL_HASHES });

const recoverAt = (t: TestService, email: string) => t.call('POST', `/password-recovery/${email}`);

async function inactiveMember(t: TestService): Promise<string> {
  const { id, email } = await t.member();
  await t.db.execute(sql`update users set is_active = false where id = ${id}`);
  return email;
}

describe('sign-in', () => {
  it('returns the same bytes for unknown and inactive accounts as for a wrong password', async () => {
    const t = service();
    const emails = [(await t.member()).email, await inactiveMember(t)];
    const unknown = anonymous(await signIn(t, randomEmail(), 'wrong wrong'));
    expect(unknown.status).toBe(400);
    for (const email of emails) expect(anonymous(await signIn(t, email, 'wrong wrong'))).toEqual(unknown);
  });

  it('locks known and unknown accounts alike', async () => {
    const t = await TestService.start({ settings: { LOGIN_FAILURES_PER_MINUTE: '3' } });
    const lock = async (email: string) => {
      const answers = await sequentially(4, () => signIn(t, email, 'wrong wrong'));
      const { headers, ...rest } = anonymous(answers[3] as Answer);
      const { 'retry-after': wait, ...others } = headers;
      expect(Number(wait)).toBeGreaterThan(0);
      return { statuses: statusesOf(answers), ...rest, others };
    };
    const unknown = await lock(randomEmail());
    expect(unknown.statuses).toEqual([400, 400, 400, 429]);
    expect(await lock((await t.member()).email)).toEqual(unknown);
    expect(await lock(await inactiveMember(t))).toEqual(unknown);
    await t.stop();
  });

  it('takes as long for an unknown account as for a wrong password', LONG_TIMEOUT, async () => {
    const t = service();
    const { email } = await t.member();
    const stranger = randomEmail();
    await expectIndistinguishable(
      () => signIn(t, email, 'wrong wrong'),
      () => signIn(t, stranger, 'wrong wrong'),
    );
  });

  it('takes as long for an inactive account as for an unknown account', LONG_TIMEOUT, async () => {
    const t = service();
    const inactive = await inactiveMember(t);
    const stranger = randomEmail();
    await expectIndistinguishable(
      () => signIn(t, inactive, 'wrong wrong'),
      () => signIn(t, stranger, 'wrong wrong'),
    );
  });
});

describe('password recovery', () => {
  /** Mail servers: one accepts connections and never responds, the other refuses them. */
  let silent: Server;
  let hanging: TestService;
  let down: TestService;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    silent = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const startWith = (SMTP_PORT: string) =>
      TestService.start({ worker: true, settings: { SMTP_HOST: '127.0.0.1', SMTP_TLS: 'false', SMTP_PORT } });
    hanging = await startWith(String(port));
    down = await startWith(String(await freePort()));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await Promise.all([hanging.stop(), down.stop()]);
  });

  it('responds to a recovery request alike for any address and any state of the mail server', async () => {
    const t = service();
    const unknown = anonymous(await recoverAt(t, randomEmail()));
    expect(unknown).toMatchObject({
      status: 200,
      text: '{"message":"If that email is registered, we sent a password recovery link"}',
    });
    const { email } = await t.member();
    const answers = [
      await recoverAt(t, email),
      await recoverAt(t, email),
      await recoverAt(t, await inactiveMember(t)),
      await recoverAt(down, (await down.member()).email),
      await recoverAt(hanging, (await hanging.member()).email),
      await recoverAt(hanging, randomEmail()),
    ];
    for (const answer of answers) expect(anonymous(answer)).toEqual(unknown);
  });

  it(
    'takes as long to recover an unknown account as a known account, without waiting for the mail server',
    LONG_TIMEOUT,
    async () => {
      const { email } = await hanging.member();
      const stranger = randomEmail();
      await expectIndistinguishable(
        () => recoverAt(hanging, email),
        () => recoverAt(hanging, stranger),
      );
    },
  );

  it('rejects recoveries of known and unknown addresses after the same number of calls', async () => {
    const t = await TestService.start({ settings: { RECOVERIES_PER_HOUR: '' } });
    const refusedAt = async (email: string) =>
      statusesOf(await sequentially(50, () => recoverAt(t, email))).indexOf(429);
    expect(await refusedAt((await t.member()).email)).toBe(10);
    expect(await refusedAt(randomEmail())).toBe(10);
    await t.stop();
  });
});

describe('sign-up with SIGNUP_CONCEAL', () => {
  const concealing = useService({ worker: true, settings: { SIGNUP_CONCEAL: 'true', ...REAL_HASHES } });

  const signUp = (email: string) =>
    concealing().call('POST', '/users/signup', { json: { email, password: NEW_PASSWORD, full_name: 'Ada' } });

  const GENERATED = /"(id|email|created_at|updated_at)":"[^"]+"/g;

  it('responds to a sign-up alike for a known and a new address, and creates the returned account', async () => {
    const t = concealing();
    const known = await t.member();
    const fresh = randomEmail();
    const [old, made] = [await signUp(known.email), await signUp(fresh)];
    const comparable = (answer: Answer) => {
      const { headers, text, status } = anonymous(answer);
      return { headers: { ...headers, 'content-length': 0 }, status, text: text.replace(GENERATED, '$1') };
    };
    expect(made.status).toBe(200);
    expect(comparable(old)).toEqual(comparable(made));
    expect(old.body).toMatchObject({ email: known.email, full_name: 'Ada' });
    expect(old.body.id).not.toBe(known.id);

    const token = await eventually(() => t.login(fresh, NEW_PASSWORD));
    const { last_seen_at: _seen, ...created } = made.body;
    expect((await t.call('GET', '/users/me', { token })).body).toMatchObject(created);
    expect((await signIn(t, known.email, known.password)).status).toBe(200);
    expect((await signIn(t, known.email, NEW_PASSWORD)).status).toBe(400);
  });

  it('keeps no password in the job that creates the account', async () => {
    const t = await TestService.start({ settings: { SIGNUP_CONCEAL: 'true' } });
    const json = { email: randomEmail(), password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
    expect((await t.call('POST', '/users/signup', { json })).status).toBe(200);
    const jobs = await t.db.execute(sql`select payload::text from graphile_worker._private_jobs`);
    await t.stop();
    expect(JSON.stringify(jobs)).toContain(json.email);
    expect(JSON.stringify(jobs)).not.toContain(NEW_PASSWORD);
  });

  it('notifies the owner of a known address at most once an hour, in their language', async () => {
    const t = concealing();
    const { email, token } = await t.member();
    await t.call('PATCH', '/users/me', { token, json: { locale: 'en' } });
    const fresh = randomEmail();
    for (const address of [email, email, fresh]) await signUp(address);
    const mail = await mailAbout(t, email, /you already have an account/);
    expect(mail.html).toContain(`href="https://admin.example.com/login"`);
    await eventually(() => t.login(fresh, NEW_PASSWORD));
    expect(await mailsTo(t, fresh)).toEqual([]);
    expect(await mailsTo(t, email)).toHaveLength(1);
    await t.db.execute(sql`update rate_limits set shut_until = now(), resets_at = now()`);
    await signUp(email);
    await mailAbout(t, email, /you already have an account/, 1);
  });

  it('responds alike to a sign-up with a former address, which can still be restored', async () => {
    const t = concealing();
    const { email, password, token } = await t.member();
    const undo = await changeEmail(t, token, email, randomEmail());
    expect((await signUp(email)).body).toMatchObject({ email, full_name: 'Ada' });
    await eventually(
      async () => (await t.db.execute(sql`select 1 from graphile_worker.jobs`)).length === 0 || undefined,
    );
    expect((await signIn(t, email, NEW_PASSWORD)).status).toBe(400);
    const undone = await t.call('POST', '/users/undo-email-change', { json: { token: undo } });
    expect(undone.status).toBe(200);
    expect((await signIn(t, email, password)).status).toBe(200);
  });

  it('takes as long to sign up with a known address as with a new address', LONG_TIMEOUT, async () => {
    const { email } = await concealing().member();
    await expectIndistinguishable(
      () => signUp(email),
      () => signUp(randomEmail()),
    );
  });
});

it(
  'rejects reading an account by a member alike whether or not the account exists',
  LONG_TIMEOUT,
  async () => {
    const t = service();
    const [{ token }, other] = [await t.member(), await t.member()];
    const read = (id: string) => () => t.call('GET', `/users/${id}`, { token });
    const existing = anonymous(await read(other.id)());
    expect(existing.status).toBe(403);
    expect(anonymous(await read(crypto.randomUUID())())).toEqual(existing);
    await expectIndistinguishable(read(other.id), read(crypto.randomUUID()));
  },
);
