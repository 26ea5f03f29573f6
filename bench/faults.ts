import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { connect } from '../apps/api/src/platform/db/client.ts';
import { abandonDownloads, idleTransactions } from '../apps/api/test/faults/abandoned-downloads.ts';
import { openBank, transferAtOnce } from '../apps/api/test/faults/contention.ts';
import { createItem, OwnPostgres, Product } from '../apps/api/test/faults/products.ts';
import { type LoadReport, rollingLoad } from '../apps/api/test/faults/rolling-load.ts';
import { TcpProxy } from '../apps/api/test/faults/tcp-proxy.ts';

/** What the product withstands, in figures: about three minutes. Each part starts from a healthy product. */
const RESTARTS = 3;
const AWAY_SECONDS = 20;
const ROLLS = 3;
const TRANSFERS = 10_000;
const DOWNLOADS = 1_000;

const server = await OwnPostgres.start();
const network = await TcpProxy.to(server.port);
const settings = { DATABASE_URL: network.urlOf(server.url) };
const products = [await Product.start(settings), await Product.start(settings)];
const [first] = products as [Product, Product];
const headers = await first.signIn();

try {
  await postgresRestarts();
  await postgresAway();
  await rollingRestarts();
  await killedInstance();
  await contention();
  await abandonedDownloads();
} finally {
  await Promise.all(products.map((product) => product.end('SIGKILL')));
  await network.refuse();
  await server.remove();
}

async function postgresRestarts(): Promise<void> {
  const report = await underLoad(async () => {
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await sleep(1_500);
      const started = performance.now();
      await server.off();
      await server.on();
      network.target = server.port;
      console.log(`  PostgreSQL was down for ${seconds(performance.now() - started)}`);
    }
    await first.until('/health/ready', 200);
    await sleep(1_000);
  });
  await tell(`PostgreSQL restarted ${RESTARTS} times`, report);
}

async function postgresAway(): Promise<void> {
  network.trouble({ isBlackHole: true });
  const gone = performance.now();
  await first.until('/health/ready', 503);
  const noticed = performance.now() - gone;
  const memory: number[] = [];
  let slowest = 0;
  let refused = 0;
  while (performance.now() - gone < AWAY_SECONDS * 1000) {
    const crowd = Array.from({ length: 250 }, (_, n) => createItem(first.base, headers, `away ${n}`));
    const answers = await Promise.all(crowd);
    refused += answers.filter(({ status, retryAfter }) => status === 503 && retryAfter).length;
    slowest = Math.max(slowest, ...answers.map(({ took }) => took));
    memory.push(first.residentMegabytes());
  }
  network.trouble();
  const back = performance.now();
  while ((await createItem(first.base, headers, 'back')).status !== 200) await sleep(10);
  console.log(`PostgreSQL unreachable for ${AWAY_SECONDS} s, packets dropped, 250 callers at a time`);
  console.log(
    `  not ready after ${seconds(noticed)}; ${refused} answers 503, the slowest after ${seconds(slowest)}`,
  );
  console.log(
    `  memory from ${memory[0]} to ${memory.at(-1)} MB; first write ${seconds(performance.now() - back)} after`,
  );
}

async function rollingRestarts(): Promise<void> {
  const report = await underLoad(async () => {
    for (let roll = 0; roll < ROLLS; roll += 1)
      for (const [index, product] of products.entries()) {
        await sleep(500);
        await product.end('SIGTERM');
        products[index] = await Product.start(settings, product.port);
      }
    await sleep(500);
  });
  await tell(`Two instances restarted one after the other, ${ROLLS} times`, report);
}

async function killedInstance(): Promise<void> {
  let away = 0;
  const report = await underLoad(async () => {
    await sleep(1_000);
    const [victim] = products as [Product, Product];
    await victim.end('SIGKILL');
    const killed = performance.now();
    products[0] = await Product.start(settings, victim.port);
    away = performance.now() - killed;
    await sleep(1_000);
  });
  await tell(`One of two instances killed, back after ${seconds(away)}`, report);
}

/** REL-DB-4. */
async function contention(): Promise<void> {
  const bank = connect(server.url, { patience: 20_000 });
  await openBank(bank.db);
  for (const isolationLevel of ['read committed', 'serializable'] as const) {
    const started = performance.now();
    const { failures, error } = await transferAtOnce(bank.db, {
      lanes: 8,
      turns: TRANSFERS / 8,
      isolationLevel,
    });
    console.log(
      `${TRANSFERS} contended transfers, ${isolationLevel}, in ${seconds(performance.now() - started)}`,
    );
    console.log(`  ${failures.length} to be repeated by the caller; the sum is wrong by ${error}`);
  }
  await bank.close();
}

/** REL-MEM-2. */
async function abandonedDownloads(): Promise<void> {
  const db = postgres(server.url, { max: 1 });
  await db`insert into items (id, owner_id, title, created_at)
    select gen_random_uuid(), u.id, 'row ' || n, now() from users u, generate_series(1, 30000) n`;
  const [before] = await db`select temp_files from pg_stat_database where datname = current_database()`;
  const url = `${first.base}/api/v1/items/export`;
  await abandonDownloads({ url, headers, lanes: 8, turns: DOWNLOADS / 8 });
  const started = performance.now();
  while ((await idleTransactions(db)).length > 0) await sleep(50);
  const [after] = await db`select temp_files from pg_stat_database where datname = current_database()`;
  console.log(`${DOWNLOADS} downloads that their callers left`);
  console.log(
    `  the last cursor closed ${seconds(performance.now() - started)} after; ` +
      `${after?.['temp_files'] - before?.['temp_files']} temporary files`,
  );
  await db.end();
}

async function underLoad(fault: () => Promise<void>): Promise<LoadReport> {
  const over = new AbortController();
  const bases = products.map(({ base }) => base);
  const load = rollingLoad(bases, headers, { lanes: 16, pace: 50, signal: over.signal });
  await fault();
  over.abort();
  return load;
}

async function tell(what: string, report: LoadReport): Promise<void> {
  const { good, failures, repeats, acknowledged, times } = report;
  const db = postgres(server.url, { max: 1 });
  const titles = (await db`select title from items`).map(({ title }) => String(title));
  await db.end();
  const kept = new Set(titles);
  const lost = acknowledged.filter((title) => !kept.has(title)).length;
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  console.log(what);
  console.log(`  ${good} good answers, ${failures.length} failed, ${repeats} repeated by the caller`);
  console.log(`  ${acknowledged.length} acknowledged writes, ${lost} lost`);
  console.log(`  99 % within ${seconds(p99)}, the slowest ${seconds(sorted.at(-1) ?? 0)}`);
  for (const failure of new Set(failures.map((text) => text.replace(/"request_id":"[^"]+"/, ''))))
    console.log(`    ${failure}`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
