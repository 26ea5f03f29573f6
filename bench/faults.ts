import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import sharp from 'sharp';
import { connect } from '../apps/api/src/platform/db/client.ts';
import { abandonDownloads, idleTransactions } from '../apps/api/test/faults/abandoned-downloads.ts';
import { openBank, transferAtOnce } from '../apps/api/test/faults/contention.ts';
import { createItem, OwnPostgres, Product } from '../apps/api/test/faults/products.ts';
import { type LoadReport, rollingLoad } from '../apps/api/test/faults/rolling-load.ts';
import { TcpProxy } from '../apps/api/test/faults/tcp-proxy.ts';
import { SUPERUSER } from '../apps/api/test/harness.ts';

/** Prints the figures of each fault. Each part starts with a healthy product. */
const RESTARTS = 3;
const AWAY_SECONDS = 20;
const ROLLS = 3;
const TRANSFERS = 10_000;
const DOWNLOADS = 1_000;
const UPLOADERS = 8;
const UPLOAD_SECONDS = 30;

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
  await floodOfPictures();
  await fullDisk();
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
  await print(`PostgreSQL restarted ${RESTARTS} times`, report);
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
  await print(`Two instances restarted one after the other, ${ROLLS} times`, report);
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
  await print(`One of two instances killed, back after ${seconds(away)}`, report);
}

/** Transactions that compete for the same rows. */
async function contention(): Promise<void> {
  const bank = connect(server.url, { timeoutMs: 20_000 });
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

/** Exports aborted half-way by their client. */
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

/** Sign-ins while members upload a picture of 2 kB and 40 million pixels at full speed. */
async function floodOfPictures(): Promise<void> {
  const flood = { width: 8000, height: 5000, channels: 3, background: '#888' } as const;
  const bytes = await sharp({ create: flood }).avif({ quality: 1, effort: 0 }).toBuffer();
  const product = await Product.start({ ...settings, MESSAGES_PER_HOUR: '100000' });
  products.push(product);
  const members = await Promise.all(Array.from({ length: UPLOADERS }, () => newMember(product)));
  const over = AbortSignal.timeout(UPLOAD_SECONDS * 1000);
  const answers = new Map<string, number>();
  const uploading = members.map(async ({ authorization }) => {
    while (!over.aborted) {
      const { status, code } = await sendPicture(product, authorization, bytes);
      const answer = `${status} ${code}`;
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  });
  const times: number[] = [];
  let refused = 0;
  let memory = 0;
  while (!over.aborted) {
    const started = performance.now();
    if ((await signIn(product, SUPERUSER)).status !== 200) refused += 1;
    times.push(performance.now() - started);
    memory = Math.max(memory, product.residentMegabytes());
    await sleep(50);
  }
  await Promise.all(uploading);
  const told = [...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ');
  console.log(
    `${UPLOADERS} members who send a picture of ${bytes.length} bytes, 8000 × 5000, for ${UPLOAD_SECONDS} s`,
  );
  console.log(`  ${told}`);
  console.log(
    `  ${times.length} sign-ins, ${refused} refused, the slowest after ${seconds(Math.max(...times))}`,
  );
  console.log(`  at most ${memory} MB in all processes of the service`);
}

async function newMember(product: Product): Promise<{ authorization: string }> {
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
  await fetch(`${product.base}/api/v1/users/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return signIn(product, account);
}

async function signIn({ base }: Product, { email, password }: { email: string; password: string }) {
  const response = await fetch(`${base}/api/v1/login/access-token`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  const { access_token } = (await response.json()) as { access_token?: string };
  return { status: response.status, authorization: `Bearer ${access_token}` };
}

async function sendPicture({ base }: Product, authorization: string, bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  body.append('file', new Blob([bytes]), 'picture');
  const response = await fetch(`${base}/api/v1/message-images/`, {
    method: 'POST',
    headers: { authorization },
    body,
  });
  const { code, detail } = (await response.json()) as { code?: string; detail?: { type: string }[] };
  return { status: response.status, code: Array.isArray(detail) ? detail[0]?.type : (code ?? 'kept') };
}

/** Pictures on a file system of 1 MB, which only root can create. */
async function fullDisk(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'agora-small-'));
  const name = 'A disk that is full';
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', dir], { stdio: 'ignore' });
  } catch {
    console.log(`${name}: not shown, since mounting needs root`);
    return rm(dir, { recursive: true });
  }
  // Other processes would do the housekeeping in their own folder.
  await Promise.all(products.splice(0).map((other) => other.end()));
  const product = await Product.start({ ...settings, MEDIA_DIR: dir, MESSAGES_PER_HOUR: '100000' });
  try {
    const { authorization } = await newMember(product);
    const answers = new Map<string, number>();
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const create = { width: 600, height: 400, channels: 3, background: 'white', noise } as const;
    const bytes = await sharp({ create }).jpeg().toBuffer();
    for (let n = 0; n < 20; n += 1) {
      const { status, code } = await sendPicture(product, authorization, Uint8Array.from(bytes));
      answers.set(`${status} ${code}`, (answers.get(`${status} ${code}`) ?? 0) + 1);
    }
    const folders = async () => (await readdir(join(dir, 'messages'))).length;
    const db = postgres(server.url, { max: 1 });
    const left = await folders();
    await db`update message_images set created_at = created_at - interval '1 hour' where not has_files`;
    await db`select graphile_worker.add_job('housekeeping')`;
    const [kept] = await db`select count(*)::int as count from message_images where has_files`;
    while ((await folders()) > kept?.['count']) await sleep(100);
    await db.end();
    console.log(name);
    console.log(`  ${[...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ')}`);
    console.log(
      `  ${left} folders begun, ${await folders()} left by the housekeeping, ${kept?.['count']} pictures kept`,
    );
  } finally {
    await product.end('SIGKILL');
    execFileSync('umount', [dir]);
    await rm(dir, { recursive: true });
  }
}

async function underLoad(fault: () => Promise<void>): Promise<LoadReport> {
  const over = new AbortController();
  const bases = products.map(({ base }) => base);
  const load = rollingLoad(bases, headers, { lanes: 16, pace: 50, signal: over.signal });
  await fault();
  over.abort();
  return load;
}

async function print(what: string, report: LoadReport): Promise<void> {
  const { good, failures, repeats, acknowledged, times } = report;
  const db = postgres(server.url, { max: 1 });
  const titles = (await db`select title from items`).map(({ title }) => String(title));
  await db.end();
  const kept = new Set(titles);
  const lost = acknowledged.filter((title) => !kept.has(title)).length;
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  console.log(what);
  console.log(`  ${good} good answers, ${failures.length} failed, ${repeats} repeated by the proxy`);
  console.log(`  ${acknowledged.length} acknowledged writes, ${lost} lost`);
  console.log(`  99 % within ${seconds(p99)}, the slowest ${seconds(sorted.at(-1) ?? 0)}`);
  for (const failure of new Set(failures.map((text) => text.replace(/"request_id":"[^"]+"/, ''))))
    console.log(`    ${failure}`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
