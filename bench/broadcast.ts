import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { OwnPostgres, Product } from '../apps/api/test/faults/products.ts';
import { TcpProxy } from '../apps/api/test/faults/tcp-proxy.ts';
import { insertDevices } from './devices.ts';

/** Measures a large push with the local provider, whose rows are the received messages. */
const DEVICES = Number(process.env['DEVICES'] ?? 1_000_000);
const FAULTY = Math.min(100_000, DEVICES);
const KILLS = 3;
const BATCH = 500;

/** Flags of `pnpm worker`. */
const WORKER_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=160'];

const MAIN = fileURLToPath(new URL('../apps/api/dist/main.js', import.meta.url));
const server = await OwnPostgres.start();
const network = await TcpProxy.to(server.port);
const settings = {
  DATABASE_URL: network.urlOf(server.url),
  WORKER: 'off',
  PUSH_QUIET_HOURS: '00:00-00:00',
  PUSH_MESSAGES_PER_SECOND: '100000',
};
/** The default quiet hours apply when an audience is counted, but not to this push. */
const { PUSH_QUIET_HOURS: _off, ...byDefault } = settings;
const products = [await Product.start(settings), await Product.start(byDefault)] as const;
let headers = await products[0].signIn();
const workers: Worker[] = [];

/** A process that only runs background work. */
class Worker {
  readonly child: ChildProcess = spawn(process.execPath, [...WORKER_FLAGS, MAIN, 'worker'], {
    env: { ...process.env, MALLOC_ARENA_MAX: '2', ...settings, SEED_DEMO: 'false', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  /** Linux only. */
  megabytes(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  }

  async end(signal: 'SIGTERM' | 'SIGKILL') {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill(signal);
    await exit;
  }
}

interface Broadcast {
  id: string;
  status: string;
  targeted: number | null;
  sent: number;
}

try {
  await insertDevices(server.url, DEVICES, FAULTY);
  console.log(`${DEVICES} devices`);
  await audiences();
  await everyone();
  await audience('everyone, within a day of that push', { everyone: true });
  await sizes();
  await faults();
} finally {
  for (const worker of workers) await worker.end('SIGKILL');
  for (const product of products) await product.end('SIGKILL');
  await network.refuse();
  await server.remove();
}

async function withDatabase<Result>(work: (db: postgres.Sql) => Promise<Result>): Promise<Result> {
  const db = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

async function call<Answer>(path: string, json?: object, base = products[0].base): Promise<Answer> {
  const response = await fetch(`${base}/api/v1/broadcasts/${path}`, {
    method: json ? 'POST' : 'GET',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    ...(json && { body: JSON.stringify(json) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function audiences(): Promise<void> {
  const lastMonth = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  await audience('everyone', { everyone: true });
  await audience('French phones of one maker', { platforms: ['ios'], locales: ['fr'] });
  await audience('old versions', { app_version: { lt: '1.1' } });
  await audience('nobody', { app_version: { lt: '0.1' } });
  await audience('who joined within a month', { joined: { from: lastMonth } });
  await audience('who joined before', { joined: { to: lastMonth } });
}

async function audience(name: string, who: object): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    await call('audience-preview', { audience: who, category: 'news' }, products[1].base);
    times.push(performance.now() - started);
  }
  const median = times.toSorted((a, b) => a - b)[2] ?? 0;
  console.log(`audience: ${name}, with the reasons for exclusion: ${Math.round(median)} ms`);
}

/** Signs in again, since a large push requires a recent password. */
async function start(who: object, devices: number): Promise<string> {
  headers = await products[0].signIn();
  const translations = { fr: { title: 'Bonjour', body: 'À tous' }, en: { title: 'Hello', body: 'To all' } };
  const { id } = await call<Broadcast>('', { name: 'Bench', translations, audience: who });
  await call(`${id}/send`, { expected_devices: devices });
  return id;
}

/** Waits until a broadcast meets the condition, and checks that both instances agree. */
async function until(id: string, isThere: (broadcast: Broadcast) => boolean): Promise<Broadcast> {
  for (;;) {
    const seen = await call<Broadcast>(id).catch(() => undefined);
    if (seen && isThere(seen)) return call<Broadcast>(id, undefined, products[1].base);
    if (seen?.status === 'paused') throw new Error(`The broadcast paused: ${JSON.stringify(seen)}`);
    await sleep(100);
  }
}

/** Disk space of the rows of one push to everyone, with their indexes. */
async function sizes(): Promise<void> {
  const tables = await withDatabase(
    (db) => db`select relname as name, pg_total_relation_size(oid)::float8 as bytes
      from pg_class where relname in ('users', 'devices', 'broadcast_deliveries') order by relname`,
  );
  for (const { name, bytes } of tables) console.log(`${name}: ${Math.round(bytes / 2 ** 20)} MB`);
}

function startWorker(): Worker {
  const worker = new Worker();
  workers.push(worker);
  return worker;
}

async function everyone(): Promise<void> {
  const team = [startWorker(), startWorker()];
  await sleep(5_000);
  const started = performance.now();
  const id = await start({ everyone: true }, DEVICES);
  await until(id, ({ targeted }) => targeted !== null);
  const picked = performance.now();
  console.log(`${DEVICES} rows in ${seconds(picked - started)}`);
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(...team.map((worker) => worker.megabytes())), 1_000);
  const { sent } = await until(id, ({ status }) => status === 'sent');
  clearInterval(watch);
  const took = (performance.now() - picked) / 1000;
  console.log(`${sent} sent by two workers in ${took.toFixed(0)} s: ${Math.round(sent / took)} a second`);
  console.log(`memory of a worker: from ${Math.min(...memory)} to ${Math.max(...memory)} MB`);
  await compareReceived(id, DEVICES);
  for (const worker of team) await worker.end('SIGTERM');
}

async function faults(): Promise<void> {
  await withDatabase((db) => db`truncate local_pushes`);
  let worker = startWorker();
  const id = await start({ app_version: { lt: '1.1' } }, FAULTY);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await until(id, ({ sent }) => sent > (FAULTY * kill) / (KILLS + 2));
    await worker.end('SIGKILL');
    worker = startWorker();
  }
  await until(id, ({ sent }) => sent > (FAULTY * (KILLS + 1)) / (KILLS + 2));
  await server.off();
  await server.on();
  network.target = server.port;
  const { sent } = await until(id, ({ status }) => status === 'sent');
  console.log(`${KILLS} workers killed and PostgreSQL restarted: ${sent} of ${FAULTY} sent`);
  await compareReceived(id, FAULTY);
}

/** Compares the rows of the broadcast with those of its provider. */
function compareReceived(id: string, devices: number): Promise<void> {
  return withDatabase(async (db) => {
    const rows =
      await db`select status, count(*)::int as count from broadcast_deliveries where broadcast_id = ${id} group by status`;
    const [received] = await db`select count(*)::int as all, count(distinct token)::int as different
      from local_pushes where collapse_id = ${id}`;
    const { all = 0, different = 0 } = received ?? {};
    console.log(`  rows: ${rows.map(({ status, count }) => `${count} ${status}`).join(', ')}`);
    console.log(
      `  received: ${devices - different} missing, ${all - different} twice (${KILLS + 1} batches are ${(KILLS + 1) * BATCH})`,
    );
  });
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
