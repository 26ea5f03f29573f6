import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { eventually, TestService } from '../harness.ts';
import { freePort } from '../ports.ts';
import { send } from '../requests.ts';
import { OPERATIONS } from '../samples.ts';
import { SmtpSink } from '../smtp-sink.ts';
import { TEXTS } from './corpus.ts';

/** Collects the whole log output of a service. */
class Log extends Writable {
  readonly chunks: string[] = [];
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.chunks.push(String(chunk));
    done();
  }
  get text() {
    return this.chunks.join('');
  }
  get lines() {
    return this.text.split('\n').filter(Boolean);
  }
}

const CANARY = 'canary';
const EMAIL = `${CANARY}-address@example.com`;
const PASSWORD = `${CANARY}-password`;

describe('service log at trace level', () => {
  const log = new Log();
  const secrets: string[] = [];
  let t: TestService;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = new SmtpSink(await freePort());
    await sink.on();
    t = await TestService.start({
      worker: true,
      log,
      settings: {
        LOG_LEVEL: 'trace',
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(sink.port),
        SMTP_TLS: 'false',
        SECRET_KEY: `${CANARY}-key-of-more-than-thirty-two-letters`,
      },
    });
  });
  afterAll(async () => {
    await t.stop();
    await sink.off();
  });

  /** Signs up, in, and in with a wrong password; changes every field; recovers the password by mail. */
  async function useAccount() {
    await t.call('POST', '/users/signup', { json: { email: EMAIL, password: PASSWORD, full_name: CANARY } });
    await t.call('POST', '/login/access-token', { form: { username: EMAIL, password: `${PASSWORD}?` } });
    const token = await t.login(EMAIL, PASSWORD);
    await t.call('PATCH', '/users/me', {
      token,
      json: { email: `new-${EMAIL}`, full_name: `${CANARY}-name` },
    });
    await t.call('GET', `/items/?search=${CANARY}-search`, {
      token,
      headers: { 'user-agent': `${CANARY}-agent` },
    });
    await t.call('GET', `/password-recovery/${EMAIL}?token=${CANARY}`, { token: `${CANARY}-token` });
    await t.call('POST', `/password-recovery/new-${EMAIL}`);
    const mail = await eventually(async () =>
      sink.received.find(({ html }) => html.includes('reset-password?token=')),
    );
    const reset = /token=([\w-]+)/.exec(mail.html)?.[1] ?? '';
    await t.call('POST', '/reset-password/', { json: { token: reset, new_password: `${PASSWORD}-2` } });
    secrets.push(token, reset);
  }

  /** Calls every route with a canary in its texts, and triggers errors whose values Postgres reports. */
  async function callEveryRoute() {
    for (const operation of OPERATIONS) {
      const caller = await t.colleague();
      secrets.push(caller.token, caller.email);
      const sample = await operation.sample(t, caller);
      const json = sample.json as object | undefined;
      const marked = {
        ...json,
        full_name: `${CANARY}-name`,
        title: `${CANARY}-title`,
        reason: `${CANARY}-reason`,
      };
      await send(t, operation, { ...sample, ...(json && { json: marked }) }, caller.token);
    }
    const { token } = await t.member();
    for (const code of ['23514', 'XX000']) await t.call('POST', '/items/', { token, json: { title: code } });
  }

  it('logs no password, token, email address or text of a user', { timeout: 180_000 }, async () => {
    await t.db.execute(`create function fail() returns trigger language plpgsql as $$ begin
      if new.title in ('23514', 'XX000') then raise exception 'failed' using errcode = new.title,
        detail = 'Failing row contains (${CANARY}-detail).'; end if; return new; end $$`);
    await t.db.execute(`create trigger fail before insert on items for each row execute function fail()`);
    await useAccount();
    await callEveryRoute();
    expect(log.lines.length).toBeGreaterThan(OPERATIONS.length);
    expect(log.lines.filter((line) => line.includes('"level":50')).length).toBeGreaterThan(0);
    for (const secret of [CANARY, ...secrets]) expect(log.text).not.toContain(secret);
  });

  it('stores no email address or password hash of a failed job in the log or the job queue', async () => {
    const log = new Log();
    const busy = new SmtpSink(await freePort());
    await busy.on();
    busy.trouble = { at: 'recipient', code: 450 };
    const settings = {
      SIGNUP_CONCEAL: 'true',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(busy.port),
      SMTP_TLS: 'false',
    };
    const failing = await TestService.start({ worker: true, log, settings });
    const { email } = await failing.member();
    await failing.db.execute(sql`create function fail() returns trigger language plpgsql as $$ begin
      raise exception 'failed'; end $$`);
    await failing.db.execute(
      sql`create trigger fail before insert on users for each row execute function fail()`,
    );
    await failing.call('POST', '/users/signup', { json: { email: EMAIL, password: PASSWORD } });
    await failing.call('POST', `/password-recovery/${email}`);
    const errors = await eventually(async () => {
      const jobs = await failing.db.execute<{ last_error: string }>(
        sql`select last_error from graphile_worker._private_jobs where last_error is not null`,
      );
      return jobs.length === 2 ? jobs.map(({ last_error }) => last_error).join() : undefined;
    });
    for (const reason of ['failed', 'in trouble']) {
      expect(errors).toContain(reason);
      expect(log.text).toContain(reason);
    }
    for (const secret of [EMAIL, '$argon2', email]) expect(errors + log.text).not.toContain(secret);
    await failing.stop();
    await busy.off();
  });

  it('logs one JSON object per line for any input', async () => {
    const { token } = await t.member();
    for (const text of TEXTS) {
      const printable = Buffer.from(text.replaceAll(/[\0\r\n]/g, ' '))
        .toString('latin1')
        .slice(0, 2_000);
      const headers = { 'user-agent': printable, 'x-request-id': printable, referer: printable };
      await t.call('GET', `/users/me/${encodeURIComponent(text.toWellFormed().slice(0, 500))}`, {
        token,
        headers,
      });
      await t.call('POST', '/items/', { token, json: { title: text }, headers });
    }
    for (const line of log.lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
    for (const control of ['\u001b', '\r']) expect(log.text).not.toContain(control);
  });
});

describe('PostgreSQL log', () => {
  let dir: string;
  let server: EmbeddedPostgres;
  let t: TestService;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'agora-logged-'));
    server = await startEmbeddedPostgres({ dir, durable: false });
    t = await TestService.start({ beside: server });
  });
  afterAll(async () => {
    await t.stop();
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  });
  const readLog = () => readFile(join(dir, 'postgres.log'), 'utf8');

  it('logs neither a taken email address nor a constraint error for any attempt to use it', async () => {
    const admin = await t.superuser();
    const [taken, other, trashed] = [await t.member(), await t.member(), await t.member()];
    const email = taken.email.toUpperCase();
    const as = (token: string) => (method: string, path: string, json?: object) =>
      t.call(method, path, { token, ...(json && { json }) });
    const asAdmin = as(admin.token);
    await asAdmin('DELETE', `/users/${trashed.id}`);
    const again = await t.member({ email: trashed.email });
    const signUp = { email, password: 'correct horse' };
    const refused = [
      await t.call('POST', '/users/signup', { json: signUp }),
      await t.call('POST', '/private/users/', { json: { ...signUp, full_name: '' } }),
      await asAdmin('POST', '/users/', signUp),
      await asAdmin('POST', '/users/invite', { email }),
      await asAdmin('PATCH', `/users/${other.id}`, { email }),
      await as(other.token)('PATCH', '/users/me', { email }),
      await asAdmin('POST', `/users/${trashed.id}/restore`),
    ];
    for (const { status, body } of refused)
      expect([status, body.code]).toEqual([status, expect.stringMatching(/^email_taken/)]);
    const bulk = await asAdmin('POST', '/users/bulk', { action: 'restore', ids: [trashed.id] });
    expect(bulk.body.skipped[0].code).toBe('email_taken');
    const signUps = await Promise.all(
      Array.from({ length: 8 }, () =>
        t.call('POST', '/users/signup', { json: { ...signUp, email: 'x'.concat(email) } }),
      ),
    );
    expect(signUps.filter(({ status }) => status === 200)).toHaveLength(1);
    const log = await readLog();
    expect(log.toLowerCase()).not.toContain(taken.email);
    expect(log).not.toContain(again.email);
    expect(log).not.toContain('users_email_key');
  });

  it('does not log the values of a rejected row', async () => {
    const { email } = await t.member();
    const copy = sql`insert into users (id, email, email_key, password_hash, locale, created_at)
      select gen_random_uuid(), email, email_key, '', 'fr', now() from users where email = ${email}`;
    await expect(t.db.execute(copy)).rejects.toMatchObject({ cause: { constraint_name: 'users_email_key' } });
    const log = await eventually(async () => {
      const text = await readLog();
      return text.includes('users_email_key') ? text : undefined;
    });
    expect(log).not.toContain(email);
  });
});
