import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '../../src/platform/db/client.ts';
import { isDatabaseUnavailable } from '../../src/platform/db/errors.ts';
import {
  enqueue,
  type JobHandler,
  releaseAbandonedJobs,
  startWorker,
} from '../../src/platform/jobs/queue.ts';
import { createDatabase } from '../databases.ts';
import { freePort } from '../ports.ts';
import { idleTransactions } from './abandoned-downloads.ts';
import { openBank, transferAtOnce } from './contention.ts';
import { createItem, OwnPostgres, Product, useCleanups } from './products.ts';
import { TcpProxy } from './tcp-proxy.ts';

const cleanUp = useCleanups(afterAll);

/** Additional milliseconds for a machine that runs other tests. */
const SLACK = 20_000;

it('loses no acknowledged write when PostgreSQL restarts, and reports every failed write', async () => {
  const server = await OwnPostgres.start();
  cleanUp(() => server.remove());
  const network = await TcpProxy.to(server.port);
  cleanUp(() => network.refuse());
  const product = await Product.start({ DATABASE_URL: network.urlOf(server.url) });
  cleanUp(() => product.end());
  const headers = await product.signIn();
  const over = new AbortController();
  const lane = async (name: number) => {
    const made = [];
    for (let turn = 0; !over.signal.aborted; turn += 1)
      made.push(await createItem(product.base, headers, `${name}-${turn}`));
    return made;
  };
  const lanes = Promise.all([1, 2, 3, 4].map(lane));
  for (let restart = 0; restart < 2; restart += 1) {
    await sleep(700);
    await server.off();
    await server.on();
    network.target = server.port;
  }
  await product.until('/health/ready', 200);
  await sleep(500);
  over.abort();
  const made = (await lanes).flat();
  expect(made.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(made.filter(({ status, retryAfter }) => status === 503 && !retryAfter)).toEqual([]);
  const answered = made.filter(({ status }) => status === 200).map(({ title }) => title);
  expect(answered.length).toBeGreaterThan(10);
  const db = postgres(server.url, { max: 1 });
  const kept = new Set((await db`select title from items`).map(({ title }) => String(title)));
  await db.end();
  expect(answered.filter((title) => !kept.has(title))).toEqual([]);
  expect((await createItem(product.base, headers, 'afterwards')).status).toBe(200);
});

describe('unreachable PostgreSQL', () => {
  let network: TcpProxy;
  let product: Product;
  let headers: Record<string, string>;
  beforeAll(async () => {
    const url = await createDatabase(inject('serverUrl'));
    network = await TcpProxy.to(Number(new URL(url).port));
    cleanUp(() => network.refuse());
    product = await Product.start({ DATABASE_URL: network.urlOf(url) });
    cleanUp(() => product.end());
    headers = await product.signIn();
  });

  const timed = async (path: string) => {
    const started = performance.now();
    return { status: await product.status(path), took: performance.now() - started };
  };

  it.each([
    ['refuses connections', () => network.refuse(), () => network.accept()],
    ['drops packets', () => network.trouble({ isBlackHole: true }), () => network.trouble()],
  ])(
    'returns 503 within its time limits while the network %s, and recovers at once',
    async (_, leave, comeBack) => {
      await leave();
      expect((await timed('/health/live')).status).toBe(200);
      await product.until('/health/ready', 503, 2_000 + SLACK);
      const requests = Array.from({ length: 250 }, (_, n) => createItem(product.base, headers, `away ${n}`));
      const away = await Promise.all(requests);
      expect(away.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
      expect(Math.max(...away.map(({ took }) => took))).toBeLessThan(3_000 + SLACK);
      await comeBack();
      await product.until('/health/ready', 200, 2_000 + SLACK);
      expect((await createItem(product.base, headers, 'back')).status).toBe(200);
    },
  );

  it('survives a connection reset while the driver reads the types of a new connection', async () => {
    network.onSent = (client, piece) => piece.includes('pg_type') && client.resetAndDestroy();
    network.reset();
    await product.until('/health/ready', 200, 2_000 + SLACK);
    expect((await createItem(product.base, headers, 'again')).status).toBe(200);
    network.onSent = () => {};
  });
});

it('does not treat the database as unreachable if the process was too busy to read its response', async () => {
  const { probe, close } = connect(await createDatabase(inject('serverUrl')), { max: 1 });
  const response = probe((db) => db.execute(sql`select 1 as n`));
  const free = performance.now() + 1_500;
  while (performance.now() < free);
  expect(await response).toEqual([{ n: 1 }]);
  await close();
});

it('keeps waiting for a slow statement while others succeed, even if new connections fail', async () => {
  const url = await createDatabase(inject('serverUrl'));
  const network = await TcpProxy.to(Number(new URL(url).port));
  cleanUp(() => network.refuse());
  const { db, close } = connect(network.urlOf(url), { max: 2 });
  cleanUp(close);
  await Promise.all([1, 2].map(() => db.execute(sql`select pg_sleep(0.2)`)));
  network.target = await freePort();
  const slowOne = db.execute(sql`select pg_sleep(4)`).then(() => 'answered' as const);
  const others = async () => {
    expect(await db.execute(sql`select 1 as n`)).toEqual([{ n: 1 }]);
    return sleep(20, 'running' as const);
  };
  while ((await Promise.race([slowOne, others()])) !== 'answered');
});

it('fails a transaction whose connection was closed, but not the process or the next query', async () => {
  const url = await createDatabase(inject('serverUrl'));
  const { db, close } = connect(url, { max: 1 });
  const other = connect(url, { max: 1 });
  const cutOff = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await other.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`);
    await sleep(100);
    await tx.execute(sql`select 2`);
  });
  await expect(cutOff).rejects.toThrow('CONNECTION_CLOSED');
  expect(await db.execute(sql`select 3 as n`)).toEqual([{ n: 3 }]);
  await sleep(50);
  await Promise.all([close(), other.close()]);
});

it.each(['succeeds', 'fails'])(
  'runs a job again after its lease if it %s while the database is unreachable',
  async (end) => {
    const url = await createDatabase(inject('serverUrl'));
    const network = await TcpProxy.to(Number(new URL(url).port));
    cleanUp(() => network.refuse());
    const { db, close } = connect(url, { max: 1 });
    cleanUp(close);
    const attempts: string[] = [];
    const leave: JobHandler = async (_, { jobId }) => {
      attempts.push(jobId);
      if (attempts.length > 1) return;
      await network.refuse();
      if (end === 'fails') throw new Error('no luck');
    };
    const worker = await startWorker(network.urlOf(url), { leave }, '', pino({ level: 'silent' }));
    cleanUp(() => worker.stop());
    await enqueue(db, 'leave', {});
    await expect.poll(() => attempts.length).toBe(1);
    await sleep(100);
    await network.accept();
    await db.execute(sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`);
    await releaseAbandonedJobs(db);
    await expect.poll(() => attempts.length).toBe(2);
    expect(new Set(attempts).size).toBe(1);
    expect(worker.isRunning()).toBe(true);
    const countJobs = async () => (await db.execute(sql`select from graphile_worker._private_jobs`)).length;
    await expect.poll(countJobs).toBe(0);
  },
);

it('opens new connections of the job queue when the existing ones silently stop responding', {
  timeout: 120_000,
}, async () => {
  const url = await createDatabase(inject('serverUrl'));
  const network = await TcpProxy.to(Number(new URL(url).port));
  cleanUp(() => network.refuse());
  const { db, close } = connect(url, { max: 1 });
  cleanUp(close);
  let done = 0;
  const count: JobHandler = async () => {
    done += 1;
  };
  const log = pino({ level: 'silent' });
  const worker = await startWorker(network.urlOf(url), { count }, '', log);
  cleanUp(() => worker.stop());
  await enqueue(db, 'count', {});
  await expect.poll(() => done).toBe(1);
  network.abandon();
  // A pending query would take the next job, and its response would be lost.
  const pendingQueries = () =>
    db.execute(sql`select from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`);
  await expect.poll(async () => (await pendingQueries()).length).toBe(0);
  await enqueue(db, 'count', {});
  await expect.poll(() => done, { timeout: 60_000 + SLACK }).toBe(2);
  expect(worker.isRunning()).toBe(true);
});

/** Longer than a busy machine takes to reject all writes. */
const LOCK_TIMEOUT_MS = 90_000;

describe('an exhausted connection pool', () => {
  it('rejects excess writes in time, serves health checks and leaks no connection', async () => {
    const url = await createDatabase(inject('serverUrl'));
    // On a busy machine this test holds the lock for longer than the product's lock timeout.
    const product = await Product.start({
      DATABASE_URL: `${url}?lock_timeout=${LOCK_TIMEOUT_MS}&statement_timeout=${LOCK_TIMEOUT_MS}`,
    });
    cleanUp(() => product.end());
    const headers = await product.signIn();
    await createItem(product.base, headers, 'first');
    const db = postgres(url, { max: 1 });
    cleanUp(() => db.end());
    const { rows, writes } = await db.begin(async (tx) => {
      await tx`lock table items in exclusive mode`;
      const writes: ReturnType<typeof createItem>[] = [];
      let rejected = 0;
      const write = () => {
        const answer = createItem(product.base, headers, `write ${writes.length}`);
        void answer.then(({ status }) => (rejected += Number(status === 503)));
        writes.push(answer);
      };
      const holdConnections = async () => {
        const waiting = (await tx`select from pg_locks where not granted`).length;
        // On a busy machine some writes are rejected, because their connection takes long to open.
        for (let n = waiting; n < 10; n += 1) write();
        return waiting;
      };
      await expect.poll(holdConnections, { interval: 500 }).toBe(10);
      for (let n = 0; n < 490; n += 1) write();
      await sleep(500);
      for (const path of ['/health/live', '/health/ready'])
        await expect.poll(() => product.status(path)).toBe(200);
      await expect.poll(() => rejected, { timeout: LOCK_TIMEOUT_MS / 2 }).toBeGreaterThan(450);
      return { rows: await tx`select title from items`, writes };
    });
    expect(rows).toHaveLength(1);
    const answers = await Promise.all(writes);
    const refused = answers.filter(({ status }) => status === 503);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThanOrEqual(10);
    expect(done.length + refused.length).toBe(answers.length);
    expect(refused.every(({ retryAfter }) => retryAfter)).toBe(true);
    expect(await db`select count(*)::int as count from items`).toEqual([{ count: done.length + 1 }]);
    expect((await createItem(product.base, headers, 'last')).status).toBe(200);
    // Background jobs hold some connections briefly.
    await expect.poll(() => idleTransactions(db)).toHaveLength(0);
  });

  it('reserves separate connections for exports', async () => {
    const database = connect(await createDatabase(inject('serverUrl')), { max: 1, timeoutMs: 300 });
    cleanUp(() => database.close());
    const release = Promise.withResolvers<void>();
    const holding = database.longReads.transaction(() => release.promise);
    expect(await database.db.execute(sql`select 1 as n`)).toEqual([{ n: 1 }]);
    release.resolve();
    await holding;
  });
});

describe('conflicting transactions', () => {
  const startBank = async () => {
    const database = connect(await createDatabase(inject('serverUrl')), { timeoutMs: 20_000 });
    cleanUp(() => database.close());
    await openBank(database.db);
    return database.db;
  };

  it.each(['read committed', 'serializable'] as const)(
    'retries conflicting transactions, so that 320 contended transfers (%s) end with exact sums',
    async (isolationLevel) => {
      const db = await startBank();
      const { failures, error } = await transferAtOnce(db, { lanes: 8, turns: 40, isolationLevel });
      expect(failures.every(isDatabaseUnavailable)).toBe(true);
      expect(failures.length).toBeLessThan(100);
      expect(error).toBe(0);
    },
  );

  it('reports a statement or lock timeout as an unavailable database, not as an internal error', async () => {
    const db = await startBank();
    const slow = db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 50`);
      await tx.execute(sql`select pg_sleep(1)`);
    });
    await expect(slow).rejects.toSatisfy(isDatabaseUnavailable);
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table balances`);
      const locked = db.transaction(async (other) => {
        await other.execute(sql`set local lock_timeout = 50`);
        await other.execute(sql`update balances set amount = 0`);
      });
      await expect(locked).rejects.toSatisfy(isDatabaseUnavailable);
    });
  });
});
