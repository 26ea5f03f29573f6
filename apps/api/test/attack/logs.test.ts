import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, TestService } from '../harness.ts';
import { freePort } from '../ports.ts';
import { OPERATIONS, send } from '../samples.ts';
import { SmtpSink } from '../smtp-sink.ts';
import { TEXTS } from './corpus.ts';

/** Everything that a service says, as it says it. */
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

describe('SEC-LOG-1, SEC-LOG-2: the log at its most talkative', () => {
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

  /** Signs up, in, and in with a wrong password; changes everything; recovers the password by the mail. */
  async function wholeLife() {
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

  /** Every route with a canary in its texts, and errors of which Postgres tells the values. */
  async function everyRoute() {
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

  it('SEC-LOG-1: holds no password, token, address or text of anybody', { timeout: 180_000 }, async () => {
    await t.db.execute(`create function fail() returns trigger language plpgsql as $$ begin
      if new.title in ('23514', 'XX000') then raise exception 'failed' using errcode = new.title,
        detail = 'Failing row contains (${CANARY}-detail).'; end if; return new; end $$`);
    await t.db.execute(`create trigger fail before insert on items for each row execute function fail()`);
    await wholeLife();
    await everyRoute();
    expect(log.lines.length).toBeGreaterThan(OPERATIONS.length);
    expect(log.lines.filter((line) => line.includes('"level":50')).length).toBeGreaterThan(0);
    for (const secret of [CANARY, ...secrets]) expect(log.text).not.toContain(secret);
  });

  it('SEC-LOG-2: is one JSON object a line, whatever people send', { timeout: 120_000 }, async () => {
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
