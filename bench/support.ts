import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../apps/api/src/platform/db/embedded.ts';
import { freePort } from '../apps/api/test/ports.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Flags of the product's start command. */
const FLAGS = [
  '--max-semi-space-size=16',
  '--max-old-space-size=512',
  '--import',
  `${ROOT}scripts/require-node.mjs`,
];

export interface Database {
  sql: postgres.Sql;
  /** For the product and for the minimal server. */
  settings: Record<string, string>;
}

/** Runs `work` against a temporary database and drops it afterwards. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'agora-bench-'));
  const database = await startEmbeddedPostgres({ dir, durable: true });
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'bench-bench-bench-bench-bench-bench-bench',
    SEED_DEMO: 'false',
    LOG_LEVEL: 'info',
  };
  try {
    await sql`set statement_timeout = 0`;
    await work({ sql, settings });
  } finally {
    await sql.end();
    await database.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

export interface Server {
  url: string;
  /** Milliseconds from start to readiness. */
  readyAfter: number;
  /** Current resident memory of the process, or only its pages of files, in megabytes. */
  residentMegabytes(part?: 'RssFile'): number;
  /** CPU time of the process, user and kernel, in seconds. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** Runs a program of this repository as a separate process; resolves once `/health/ready` succeeds. */
export async function startProgram(file: string, settings: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [...FLAGS, ROOT + file], {
    env: { ...process.env, MALLOC_ARENA_MAX: '2', ...settings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/health/ready`, child);
  return {
    url,
    readyAfter: performance.now() - started,
    residentMegabytes: (part) => residentOf(child.pid ?? 0, part),
    cpuSeconds: () => cpuOf(child.pid ?? 0),
    stop: () => ended(child),
  };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  while (
    !(await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The program ended with code ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Linux only. */
function residentOf(pid: number, part: 'VmRSS' | 'RssFile' = 'VmRSS'): number {
  const [, kilobytes] = readFileSync(`/proc/${pid}/status`, 'utf8').split(`${part}:`);
  return Number.parseInt(kilobytes ?? '', 10) / 1024;
}

/** Fields 12 and 13 after the name in parentheses, in hundredths of a second (proc_pid_stat(5)). */
function cpuOf(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = rest.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

interface Load {
  path: string;
  token: string;
  method?: 'GET' | 'POST';
  json?: object;
  form?: Record<string, string>;
  /** True to send the `ETag`, which returns 304. */
  isKnown?: boolean;
  connections?: number;
}

interface Measured {
  /** Responses per second. */
  rate: number;
  /** 99th percentile, in milliseconds. */
  p99: number;
  /** CPU time per request, in microseconds: nearly independent of other load. */
  cpu: number;
}

/** Repeats the request, over 32 connections by default. Any unsuccessful response aborts the benchmark. */
export async function measure(server: Server, load: Load, seconds: number): Promise<Measured> {
  const { path, token, method = 'GET', json, form, isKnown = false, connections = 32 } = load;
  const etag = isKnown ? await etagOf(server, load) : undefined;
  const before = server.cpuSeconds();
  const result = await autocannon({
    url: server.url + path,
    method,
    connections,
    duration: seconds,
    headers: {
      authorization: `Bearer ${token}`,
      ...(etag && { 'if-none-match': etag }),
      ...(json && { 'content-type': 'application/json' }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(json && { body: JSON.stringify(json) }),
    ...(form && { body: new URLSearchParams(form).toString() }),
  });
  const bad = result['4xx'] + result['5xx'] + result.errors;
  if (bad > 0) throw new Error(`${method} ${path}: ${bad} answers were no success`);
  if (isKnown && result['2xx'] > 0) throw new Error(`${path}: ${result['2xx']} answers were no 304`);
  const cpu = ((server.cpuSeconds() - before) * 1e6) / result.requests.total;
  return { rate: result.requests.average, p99: result.latency.p99, cpu };
}

async function etagOf(server: Server, { path, token }: Load): Promise<string> {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
  return answer.headers.get('etag') ?? '';
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const SUPERUSER = { username: 'admin@example.com', password: 'changethis' };

export async function signIn(server: Server): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/login/access-token`, {
    method: 'POST',
    body: new URLSearchParams(SUPERUSER),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

export type NamedLoad = readonly [name: string, load: Load, target?: number];

const ROUNDS = 3;
const SECONDS = 5;
const TARGET = 0.8;

/** Prints the results of two servers: after a warm-up, both alternate route by route. */
export async function compare(product: Server, minimal: Server, loads: readonly NamedLoad[]): Promise<void> {
  console.log(
    `${ROUNDS} rounds of ${SECONDS} s, 32 connections; medians of answers a second and of the time`,
  );
  console.log('that the process computes for one, the first server before the second');
  for (const [name, load, target = TARGET] of loads) {
    for (const server of [product, minimal]) await measure(server, load, SECONDS);
    const rounds: [ours: Measured, theirs: Measured][] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push([await measure(product, load, SECONDS), await measure(minimal, load, SECONDS)]);
    const both = (of: (measured: Measured) => number) =>
      [0, 1].map((at) =>
        median(rounds.map((round) => of(round[at] as Measured)))
          .toFixed(0)
          .padStart(7),
      );
    const ratios = rounds.map(([ours, theirs]) => ours.rate / theirs.rate);
    const each = ratios.map((ratio) => ratio.toFixed(2)).join(' ');
    console.log(
      `${name.padEnd(36)}${both(({ rate }) => rate).join('')}/s${both(({ cpu }) => cpu).join('')} µs` +
        `   ratio ${median(ratios).toFixed(2)} of ${target.toFixed(2)} (${each})`,
    );
  }
}

interface Growth {
  /** Name of the rows whose number increases. */
  what: string;
  /** A function if the path depends on the number. */
  paths: Record<string, string | ((size: number) => string)>;
  sizes: readonly [small: number, large: number];
  grow: () => Promise<void>;
}

/** Prints the latency of sequential requests before and after `grow`. */
export async function compareSizes(
  server: Server,
  token: string,
  { what, paths, sizes, grow }: Growth,
): Promise<void> {
  const measureAll = async (size: number) => {
    const found: Record<string, number> = {};
    for (const [name, path] of Object.entries(paths))
      found[name] = await latencyOf(server, token, typeof path === 'string' ? path : path(size));
    return found;
  };
  const small = await measureAll(sizes[0]);
  await grow();
  const large = await measureAll(sizes[1]);
  console.log(`\nFrom ${sizes[0]} to ${sizes[1]} ${what}, milliseconds of one call at a time (median of 60)`);
  for (const name of Object.keys(paths)) {
    const [before, after] = [small[name] ?? Number.NaN, large[name] ?? Number.NaN];
    const each = [before, after].map((time) => time.toFixed(2).padStart(9)).join('');
    console.log(`${name.padEnd(36)}${each}   ${(after / before).toFixed(2)} times`);
  }
}

/** Latency of sequential requests in milliseconds: median of 60 after 20 for warm-up. */
async function latencyOf(server: Server, token: string, path: string): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < 80; call += 1) {
    const started = performance.now();
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
    await answer.text();
    if (call >= 20) times.push(performance.now() - started);
  }
  return median(times);
}
