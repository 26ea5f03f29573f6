import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../databases.ts';
import { eventually, useService } from '../harness.ts';
import { freePort } from '../ports.ts';
import { listen } from './sockets.ts';

const service = useService();
const SECRET = 'insides-of-the-server';

/** Implementation details that must not appear in a response. */
const INSIDES = /select |insert |at .*\.[jt]s:|pg_|constraint|relation|column|\/srv\/|\/apps\/|insides-of/i;

function expectPlain({ body, text }: { body: object; text: string }) {
  expect(Object.keys(body).sort()).toEqual(['code', 'detail', 'request_id']);
  expect(text).not.toMatch(INSIDES);
}

/** PostgreSQL's error codes with the expected response status (Appendix A of its manual). */
const STATES: readonly (readonly [code: string, name: string, status: number])[] = [
  ['23505', 'a unique index that no code knows', 500],
  ['23503', 'a foreign key', 500],
  ['23514', 'a check', 500],
  ['23502', 'a missing value', 500],
  ['22003', 'a number out of range', 500],
  ['22021', 'bytes that are no text', 500],
  ['42703', 'a column that is not there', 500],
  ['42501', 'a missing right', 500],
  ['P0001', 'a trigger', 500],
  ['XX000', 'a fault of the database', 500],
  ['57014', 'a statement that took too long', 503],
  ['55P03', 'a lock that took too long', 503],
  ['25P03', 'a transaction that idled', 503],
  ['40001', 'a transaction that must be repeated', 503],
  ['40P01', 'a deadlock', 503],
  ['53300', 'too many connections', 503],
  ['53200', 'no memory', 503],
  ['57P01', 'a database that shuts down', 503],
];

describe('SEC-ERR-1: an error of the database', () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await service().member());
    await service().db.execute(sql`create function fail() returns trigger language plpgsql as $$ begin
      raise exception 'insert into items: insides-of-the-server' using errcode = new.title,
        detail = 'Key (email)=(insides-of-the-server) already exists.', constraint = 'insides-of-the-server';
      end $$`);
    await service().db.execute(
      sql`create trigger fail before insert on items for each row execute function fail()`,
    );
  });

  it.each(STATES)('SEC-ERR-1: %s, %s, tells nobody what it was', async (code, _name, status) => {
    const answer = await service().call('POST', '/items/', { token, json: { title: code } });
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(status === 503 ? 'service_unavailable' : 'internal_error');
    if (status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expectPlain(answer);
  });
});

describe('SEC-ERR-2: a fault within one request', () => {
  const FAULTS = ['handler', 'async', 'hook', 'serializer', 'reply', 'not-an-error'];
  const faulty = useService();
  let origin: string;

  beforeAll(async () => {
    const { app } = faulty();
    const fail = () => {
      throw new Error(SECRET);
    };
    app.get('/faults/handler', fail);
    app.get('/faults/async', async () => fail());
    app.get('/faults/hook', { preHandler: async () => fail() }, async () => 'ok');
    app.get('/faults/serializer', (_request, reply) => reply.serializer(fail).send({ a: 1 }));
    app.get('/faults/reply', async () => ({ toJSON: fail }));
    app.get('/faults/not-an-error', async () => Promise.reject({ secret: SECRET }));
    app.get('/faults/stream', (_request, reply) => reply.send(Readable.from(halfATable())));
    origin = `http://127.0.0.1:${await listen(faulty())}`;
  });

  async function* halfATable() {
    yield 'half';
    throw new Error(SECRET);
  }

  it.each(FAULTS)('SEC-ERR-2: in a %s is answered, and the next request too', async (fault) => {
    const response = await fetch(`${origin}/faults/${fault}`);
    const text = await response.text();
    expect(response.status).toBe(500);
    expectPlain({ body: JSON.parse(text), text });
    expect((await fetch(`${origin}/health/live`)).status).toBe(200);
  });

  it('SEC-ERR-2: in a stream after its head breaks off, so that nobody takes half for all', async () => {
    const response = await fetch(`${origin}/faults/stream`);
    await expect(response.text()).rejects.toThrow('terminated');
    expect((await fetch(`${origin}/health/live`)).status).toBe(200);
  });
});

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

/** Failures outside of any request, triggered by a signal. */
const ACCIDENTS = {
  'an error in a timer': `setTimeout(() => { throw new Error('planned') })`,
  'a rejection that nobody handles': `Promise.reject(new Error('planned'))`,
};

describe('SEC-ERR-2: a fault outside of any request', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  /** Starts the service as a process in which a signal triggers the failure. */
  async function start(url: string, accident: string) {
    const port = await freePort();
    const trap = `data:text/javascript,${encodeURIComponent(`process.on('SIGWINCH', () => { ${accident} })`)}`;
    const child = spawn(process.execPath, ['--import', trap, MAIN], {
      env: { ...process.env, NODE_ENV: '', DATABASE_URL: url, PORT: String(port), SEED_DEMO: 'false' },
    });
    children.push(child);
    const output: string[] = [];
    child.stdout.on('data', (chunk) => output.push(String(chunk)));
    const exit = once(child, 'close');
    await eventually(async () => {
      const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
      return ready?.ok || undefined;
    });
    return { child, exit, output };
  }

  it.each(Object.entries(ACCIDENTS))(
    'SEC-ERR-2: %s ends the process with a log; the next one serves',
    {
      timeout: 150_000,
    },
    async (_name, accident) => {
      const url = await createDatabase(inject('serverUrl'));
      const { child, exit, output } = await start(url, accident);
      child.kill('SIGWINCH');
      const [code] = await exit;
      expect(code).not.toBe(0);
      const fatal = output
        .join('')
        .split('\n')
        .filter((line) => line.includes('"level":60'));
      expect(fatal).toHaveLength(1);
      expect(JSON.parse(fatal[0] ?? '').err.message).toBe('planned');
      await start(url, accident);
    },
  );
});
