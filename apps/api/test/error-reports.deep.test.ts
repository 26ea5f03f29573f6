import { once } from 'node:events';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase } from './databases.ts';
import { Product } from './faults/products.ts';
import { eventually } from './harness.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** Throws on a signal, as no code of the product may. */
const CRASH = `process.once('SIGUSR2', () => { throw new TypeError('thrown on purpose'); })`;

let receiver: Receiver;
let product: Product;
let sql: postgres.Sql;
beforeAll(async () => {
  receiver = await startReceiver();
  const DATABASE_URL = await createDatabase(inject('serverUrl'));
  sql = postgres(DATABASE_URL, { max: 1 });
  await sql`alter table items rename to moved`;
  product = await Product.start({
    DATABASE_URL,
    SENTRY_DSN: `http://key@${receiver.host}/1`,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CRASH)}`,
  });
});
afterAll(async () => {
  await product.end('SIGKILL');
  await sql.end();
  receiver.stop();
});

interface Report {
  level: string;
  transaction: string;
  release: string;
  environment: string;
  tags: Record<string, string>;
  contexts: { database?: { query?: string; sqlState?: string } };
  exception: { values: { type: string; value: string; stacktrace: { frames: object[] } }[] };
}

/** The third line of an envelope is its event. */
const reports = (): Report[] =>
  receiver.received.map(({ body }) => JSON.parse(body.split('\n')[2] ?? '') as Report);

const reportOf = (where: string) =>
  eventually(async () => reports().find(({ transaction }) => transaction === where));

it('reports a response of 5xx by route and request id, with the statement and without its values', async () => {
  const headers = await product.signIn();
  const response = await fetch(`${product.base}/api/v1/items/?q=canary`, {
    headers: { ...headers, cookie: 'canary=1', 'user-agent': 'canary', 'x-request-id': 'request-of-test' },
  });
  expect(response.status).toBe(500);
  const report = await reportOf('GET /api/v1/items/');
  expect(report).toMatchObject({
    level: 'error',
    release: expect.stringMatching(/^agora@\d/),
    environment: 'local',
    tags: { request_id: 'request-of-test' },
    contexts: { database: { sqlState: '42P01', query: expect.stringContaining('"items"') } },
  });
  const [exception] = report.exception.values;
  expect(exception).toMatchObject({ type: 'PostgresError', value: 'relation "items" does not exist' });
  expect(exception?.stacktrace.frames.length).toBeGreaterThan(0);
});

it('reports a job at its last attempt only', async () => {
  const payload = sql.json({ id: 'canary@example.com', user_id: 'canary@example.com' });
  const add = (name: string, attempts: number) =>
    sql`select graphile_worker.add_job(${name}, ${payload}::json, max_attempts := ${attempts})`;
  await add('users.password_changed_mail', 2);
  await add('users.erase', 1);
  const report = await reportOf('job users.erase');
  expect(report.exception.values).toMatchObject([{ value: 'invalid input syntax for type uuid' }]);
  await eventually(async () => {
    const [row] = await sql`select attempts from graphile_worker.jobs where max_attempts = 2`;
    return row?.['attempts'] === 1 || undefined;
  });
  expect(reports().map(({ transaction }) => transaction)).not.toContain('job users.password_changed_mail');
});

it('delays no response while the receiver is silent, and keeps few reports', async () => {
  receiver.silence();
  const headers = await product.signIn();
  const before = receiver.received.length;
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const response = await fetch(`${product.base}/api/v1/items/`, { headers });
      return response.status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([500]));
  await eventually(async () => receiver.received.length > before || undefined);
  expect(receiver.received.length - before).toBeLessThanOrEqual(20);
  receiver.answer();
});

it('reports what ends the process, and sends nothing about people', async () => {
  product.child.kill('SIGUSR2');
  await once(product.child, 'exit');
  const report = reports().find(({ transaction }) => transaction === 'process');
  expect(report).toMatchObject({
    level: 'fatal',
    exception: { values: [{ type: 'TypeError', value: 'thrown on purpose' }] },
  });
  const all = JSON.stringify(receiver.received);
  expect(all).not.toContain('canary');
  expect(all).not.toContain('admin@example.com');
  expect(JSON.stringify(reports())).not.toMatch(/127\.0\.0\.1|"ip_address"|"user"|"request"|"server_name"/);
});
