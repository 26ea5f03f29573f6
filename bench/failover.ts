import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { Product } from '../apps/api/test/faults/products.ts';
import { PushServer } from '../apps/api/test/push-server.ts';
import { Cluster } from './cluster.ts';
import { insertDevices } from './devices.ts';

/** Kills the primary again and again, during writes and a large push, and reports what was lost and for how long. */
const DEVICES = Number(process.env['DEVICES'] ?? 100_000);
const KILLS = Number(process.env['KILLS'] ?? 5);

/** Pushes per second of each worker: slow enough that the push lasts through all kills. */
const RATE = 150;

/** Milliseconds that a worker takes for a batch of 500 at that rate, and some more. */
const BATCH_MS = 5_000;

/** Duration of the writes without pauses. */
const FULL_SPEED_MS = 10_000;

/** Writers at each instance, and milliseconds between two writes of one. */
const WRITERS = 4;
const PACE = 50;

const MAIN = fileURLToPath(new URL('../apps/api/dist/main.js', import.meta.url));

/** Sends what is meant for Google to a server of ours. */
const redirecting = (origin: string) =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const original = fetch; globalThis.fetch = (url, options) =>
      original(String(url).replace('https://fcm.googleapis.com', '${origin}'), options);`,
  )}`;

interface Write {
  title: string;
  instance: number;
  startedAt: number;
  endedAt: number;
  status: number;
}

/** The event stream of an instance: when it reported a change, and how often it was opened. */
interface Stream {
  seenAt: number;
  opened: number;
}

const google = await PushServer.start();
const cluster = await Cluster.start();
const settings = {
  ...cluster.settings,
  WORKER: 'off',
  PUSH_QUIET_HOURS: '00:00-00:00',
  PUSH_MESSAGES_PER_SECOND: String(RATE),
  FCM_SERVICE_ACCOUNT: google.serviceAccount,
  RECOVERIES_PER_HOUR: '10000',
  RECOVERIES_PER_HOUR_PER_IP: '10000',
};
const products: Product[] = [];
const workers: ChildProcess[] = [];
const over = new AbortController();
const writes: Write[] = [];
/** One for each instance. */
const streams: Stream[] = [0, 1].map(() => ({ seenAt: 0, opened: 0 }));

try {
  for (let count = 0; count < 2; count += 1)
    products.push(await Product.start(settings, undefined, [], MAIN));
  const [first] = products;
  if (!first) throw new Error('There is no instance');
  await insertDevices(cluster.superuserUrl, DEVICES);
  for (let count = 0; count < 2; count += 1) startWorker();
  const headers = await first.signIn();
  await writeAtFullSpeed(headers);
  const background = [
    ...products.flatMap((product, instance) =>
      Array.from({ length: WRITERS }, () => writeOnAndOn(product, instance, headers)),
    ),
    ...streams.map((stream, instance) => followEvents(products[instance] ?? first, stream, headers)),
  ];
  const broadcast = await startPush(first, headers);
  for (let kill = 1; kill <= KILLS; kill += 1) await killPrimary(kill, first);
  await switchOver(first);
  await untilSent(first, headers, broadcast);
  over.abort();
  await Promise.all(background);
  await reportWrites();
  await reportPush(broadcast);
  console.log(
    `processes restarted: ${[...workers, ...products.map(({ child }) => child)].filter(hasEnded).length}`,
  );
} catch (error) {
  for (const { output } of products.filter(({ child }) => hasEnded(child))) console.error(output);
  throw error;
} finally {
  over.abort();
  for (const child of [...workers, ...products.map((product) => product.child)]) child.kill('SIGKILL');
  await cluster.stop();
  await google.stop();
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function startWorker(): void {
  const { WORKER: _off, ...inline } = settings;
  workers.push(
    spawn(process.execPath, [redirecting(google.origin), MAIN, 'worker'], {
      env: {
        ...process.env,
        ...inline,
        NODE_ENV: '',
        SEED_DEMO: 'false',
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
}

async function writeOnAndOn({ base }: Product, instance: number, headers: Record<string, string>) {
  while (!over.signal.aborted) {
    const title = randomUUID();
    const startedAt = performance.now();
    const status = await fetch(`${base}/api/v1/items/`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': title },
      body: JSON.stringify({ title }),
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    writes.push({ title, instance, startedAt, endedAt: performance.now(), status });
    await sleep(PACE);
  }
}

/** Writes from many clients at once, each commit of which the standby confirms. */
async function writeAtFullSpeed(headers: Record<string, string>): Promise<void> {
  const end = performance.now() + FULL_SPEED_MS;
  let count = 0;
  const lane = async (product: Product) => {
    while (performance.now() < end) {
      await post(product, headers, 'items/', { title: 'x' });
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, () => products.map(lane)).flat());
  console.log(`${Math.round((1000 * count) / FULL_SPEED_MS)} writes a second by 32 clients`);
}

/** Reads the event stream of an instance, and opens it again if it ends. */
async function followEvents({ base }: Product, stream: Stream, headers: Record<string, string>) {
  while (!over.signal.aborted) {
    try {
      const { body } = await fetch(`${base}/api/v1/events`, { headers, signal: over.signal });
      stream.opened += 1;
      for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? [])
        if (text.includes('"entity":"item"')) stream.seenAt = performance.now();
    } catch {
      await sleep(500);
    }
  }
}

async function post<Answer>(product: Product, headers: Record<string, string>, path: string, json: object) {
  const answer = await fetch(`${product.base}/api/v1/${path}`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify(json),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

async function startPush(product: Product, headers: Record<string, string>): Promise<string> {
  const translations = { fr: { title: 'Bonjour', body: 'À tous' }, en: { title: 'Hello', body: 'To all' } };
  const push = { name: 'Bench', translations, audience: { everyone: true } };
  const { id } = await post<{ id: string }>(product, headers, 'broadcasts/', push);
  await post(product, headers, `broadcasts/${id}/send`, { expected_devices: DEVICES });
  await cluster.until(async () => google.received.length > 0);
  return id;
}

async function killPrimary(kill: number, product: Product): Promise<void> {
  await untilReady();
  const victim = (await cluster.leader()) ?? '';
  const killedAt = performance.now();
  await cluster.kill(victim);
  await reportRecovery(`kill ${kill} (${victim})`, killedAt, product);
  cluster.startPatroni(victim);
}

async function switchOver(product: Product): Promise<void> {
  await untilReady();
  const startedAt = performance.now();
  const switching = cluster.switchOver();
  await cluster.until(async () =>
    writes.some(({ endedAt, status }) => endedAt > startedAt && status !== 200),
  );
  await reportRecovery('a switchover on purpose', performance.now(), product);
  await switching;
}

async function untilReady(): Promise<void> {
  await cluster.until(() => cluster.hasStandby());
  await sleep(3_000);
}

/** @param since when the primary was gone, in milliseconds of `performance.now()` */
async function reportRecovery(what: string, since: number, product: Product): Promise<void> {
  const seconds = (at: number) => ((at - since) / 1000).toFixed(1);
  const written = await Promise.all(products.map((_, instance) => firstAfter(since, instance)));
  const back = Math.min(...written);
  const [heard, mailed, pushed] = await Promise.all([
    Promise.all(streams.map((stream) => valueOnce(() => stream.seenAt > back && stream.seenAt))),
    mailedAfter(product),
    pushedAfter(since),
  ]);
  console.log(
    `${what}: writes again after ${written.map(seconds).join(' and ')} s, events after ${heard.map(seconds).join(' and ')} s, a mail after ${seconds(mailed)} s, pushes after ${seconds(pushed)} s`,
  );
}

/** When the first write of an instance succeeded that was begun after a moment. */
function firstAfter(moment: number, of: number): Promise<number> {
  return valueOnce(
    () =>
      writes.find(
        ({ startedAt, instance, status }) => startedAt > moment && instance === of && status === 200,
      )?.endedAt,
  );
}

/** When a push arrived that was no part of the batches of that moment. */
function pushedAfter(moment: number): Promise<number> {
  const since = performance.timeOrigin + moment + BATCH_MS;
  return valueOnce(() => {
    const last = google.received.at(-1)?.at ?? 0;
    return last > since && last - performance.timeOrigin;
  });
}

/** Waits for a value. */
async function valueOnce(find: () => number | false | undefined): Promise<number> {
  let value = find();
  await cluster.until(async () => {
    value = find();
    return Boolean(value);
  });
  return value || 0;
}

/** Orders a mail, a job of the queue. @returns when it was there */
async function mailedAfter({ base }: Product): Promise<number> {
  const mails = () =>
    withDatabase(async (db) => (await db`select count(*)::int as count from mailbox`)[0]?.['count']);
  const before = await mails();
  await cluster.until(async () => {
    const answer = await fetch(`${base}/api/v1/password-recovery/admin@example.com`, { method: 'POST' });
    return answer.ok;
  });
  await cluster.until(async () => (await mails()) > before);
  return performance.now();
}

async function untilSent(product: Product, headers: Record<string, string>, id: string): Promise<void> {
  await cluster.until(async () => {
    const answer = await fetch(`${product.base}/api/v1/broadcasts/${id}`, { headers });
    const { status } = (await answer.json()) as { status?: string };
    if (status === 'paused') throw new Error('The broadcast paused');
    return status === 'sent';
  }, 1_800);
}

async function withDatabase<Result>(work: (db: postgres.Sql) => Promise<Result>): Promise<Result> {
  const db = postgres(cluster.superuserUrl, { max: 1, onnotice: () => {} });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

async function reportWrites(): Promise<void> {
  const kept = await withDatabase(
    async (db) => new Set((await db`select title from items`).map(({ title }) => title)),
  );
  const acknowledged = writes.filter(({ status }) => status === 200);
  const lost = acknowledged.filter(({ title }) => !kept.has(title)).length;
  const statuses = Object.entries(Object.groupBy(writes, ({ status }) => status));
  console.log(`${acknowledged.length} acknowledged writes, ${lost} lost`);
  console.log(`  answers: ${statuses.map(([status, list]) => `${list?.length} times ${status}`).join(', ')}`);
  console.log(`  event streams were opened ${streams.map(({ opened }) => opened).join(' and ')} times`);
}

async function reportPush(id: string): Promise<void> {
  const rows = await withDatabase(
    (db) =>
      db`select status, count(*)::int as count from broadcast_deliveries where broadcast_id = ${id} group by status`,
  );
  const different = new Set(google.received.map(({ token }) => token)).size;
  console.log(`${DEVICES} devices: ${rows.map(({ status, count }) => `${count} ${status}`).join(', ')}`);
  console.log(`  received: ${DEVICES - different} missing, ${google.received.length - different} twice`);
}
