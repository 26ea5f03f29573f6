import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { isAlive } from '../src/platform/db/process-files.ts';
import { EXPIRED } from './certificates.ts';
import { endWithTest } from './child-processes.ts';
import { createDatabase } from './databases.ts';
import { eventually, SUPERUSER } from './harness.ts';
import { freePort } from './ports.ts';

const MAIN = new URL('../src/main.ts', import.meta.url).pathname;
const CLI = new URL('../src/cli/main.ts', import.meta.url).pathname;
const DEV = new URL('../src/cli/dev.ts', import.meta.url).pathname;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Running {
  child: ChildProcess;
  base: string;
  output: () => string;
}

/** Starts the service as a separate process, with its embedded server, in a data folder. */
async function start(dir: string, port: number, program = MAIN): Promise<Running> {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      DATA_DIR: dir,
      PORT: String(port),
      SEED_DEMO: 'false',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithTest(child);
  const chunks: string[] = [];
  child.stdout?.on('data', (chunk) => chunks.push(String(chunk)));
  child.stderr?.on('data', (chunk) => chunks.push(String(chunk)));
  const output = () => chunks.join('');
  cleanups.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const base = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(output());
    const ready = await fetch(`${base}/health/ready`).catch(() => undefined);
    return ready?.ok || undefined;
  });
  return { child, base, output };
}

/** Process id of the embedded server in a data folder. */
const postmasterOf = async (dir: string): Promise<number> =>
  Number.parseInt(await readFile(join(dir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);

async function dataFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'agora-process-'));
  cleanups.push(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function signIn(base: string): Promise<Record<string, string>> {
  const response = await fetch(`${base}/api/v1/login/access-token`, {
    method: 'POST',
    body: new URLSearchParams({ username: SUPERUSER.email, password: SUPERUSER.password }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
}

const createItem = (base: string, headers: Record<string, string>, title: string) =>
  fetch(`${base}/api/v1/items/`, { method: 'POST', headers, body: JSON.stringify({ title }) });

describe('service process', () => {
  it('keeps every acknowledged item after kill -9 during a thousand writes', async () => {
    const [dir, port] = [await dataFolder(), await freePort()];
    const first = await start(dir, port);
    const headers = await signIn(first.base);
    const answered: string[] = [];
    let next = 0;
    const lane = async () => {
      while (next < 1_000) {
        const title = `item ${next++}`;
        const response = await createItem(first.base, headers, title).catch(() => undefined);
        if (!response?.ok) return;
        await response.json().then(
          () => answered.push(title),
          () => {},
        );
        if (answered.length === 500) first.child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    expect(answered.length).toBeGreaterThanOrEqual(500);
    expect(answered.length).toBeLessThan(1_000);

    const second = await start(dir, port);
    const response = await fetch(`${second.base}/api/v1/items/?limit=1000`, { headers });
    const { data } = (await response.json()) as { data: { title: string }[] };
    const kept = new Set(data.map(({ title }) => title));
    expect(answered.filter((title) => !kept.has(title))).toEqual([]);
  });

  it('finishes pending requests on SIGTERM and stops its embedded database server', async () => {
    const [dir, port] = [await dataFolder(), await freePort()];
    const { child, base } = await start(dir, port);
    const headers = await signIn(base);
    const postmaster = await postmasterOf(dir);
    const underWay = Array.from({ length: 50 }, (_, index) => createItem(base, headers, `item ${index}`));
    await Promise.race(underWay);
    child.kill('SIGTERM');
    const answers = await Promise.allSettled(underWay);
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
    expect(code).toBe(0);
    const statuses = answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.status : 'refused',
    );
    expect(statuses.filter((status) => status !== 200 && status !== 'refused')).toEqual([]);
    expect(() => readFileSync(join(dir, 'postgres/cluster/postmaster.pid'))).toThrow('ENOENT');
    expect(isAlive(String(postmaster), 'postgres')).toBe(false);
  });

  it('reports in one line that it cannot listen on HOST', async () => {
    const DATABASE_URL = await createDatabase(inject('serverUrl'));
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, DATABASE_URL, HOST: '203.0.113.1', PORT: String(await freePort()) },
    });
    endWithTest(child);
    const chunks: string[] = [];
    child.stderr.on('data', (chunk) => chunks.push(String(chunk)));
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(chunks.join('')).toMatch(
      /^The service can't listen there \(.*203\.0\.113\.1.*\): check HOST, and PORT\.\n$/,
    );
  });

  it('reports in one line that its database predates the first release', async () => {
    const DATABASE_URL = await createDatabase(inject('serverUrl'), 'template1');
    const client = postgres(DATABASE_URL, { max: 1 });
    await client.unsafe(`create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('0000_extensions', 1795245891930)`);
    await client.end();
    const PORT = String(await freePort());
    const child = spawn(process.execPath, [MAIN], { env: { ...process.env, DATABASE_URL, PORT } });
    endWithTest(child);
    const chunks: string[] = [];
    child.stderr.on('data', (chunk) => chunks.push(String(chunk)));
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(chunks.join('')).toMatch(
      /^The database was made by a version before the first release.*DATABASE_URL.*\n$/,
    );
  });

  it.each([
    ['the service', [MAIN]],
    ['a command', [CLI, 'list-superusers']],
  ])('reports in one line that the database is unreachable: %s', async (_what, args) => {
    const DATABASE_URL = `postgres://agora@127.0.0.1:${await freePort()}/agora`;
    const child = spawn(process.execPath, args, { env: { ...process.env, DATABASE_URL } });
    endWithTest(child);
    const chunks: string[] = [];
    child.stderr.on('data', (chunk) => chunks.push(String(chunk)));
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(chunks.join('')).toMatch(
      /^The database can't be used \(connect ECONNREFUSED .+\): check DATABASE_URL.+ MIGRATION_DATABASE_URL.+\n$/,
    );
  });

  it('reports in one line that the certificate of the database has expired', async () => {
    const server = createServer((socket) => {
      // The client first asks whether the server has TLS.
      socket.once('data', () => {
        socket.write('S');
        new TLSSocket(socket, { isServer: true, ...EXPIRED }).on('error', () => {});
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    cleanups.push(async () => server.close());
    const dir = await mkdtemp(join(tmpdir(), 'agora-process-'));
    cleanups.push(() => rm(dir, { recursive: true }));
    const NODE_EXTRA_CA_CERTS = join(dir, 'authority.pem');
    await writeFile(NODE_EXTRA_CA_CERTS, EXPIRED.cert);
    const { port } = server.address() as AddressInfo;
    const DATABASE_URL = `postgres://agora@localhost:${port}/agora?sslmode=verify-full`;
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, DATABASE_URL, NODE_EXTRA_CA_CERTS },
    });
    endWithTest(child);
    const chunks: string[] = [];
    child.stderr.on('data', (chunk) => chunks.push(String(chunk)));
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(chunks.join('')).toBe(
      'The certificate of the database is not accepted (certificate has expired): renew it, or name its authority in NODE_EXTRA_CA_CERTS.\n',
    );
  });

  it('reports in one line that the media folder cannot be created', async () => {
    const DATABASE_URL = await createDatabase(inject('serverUrl'));
    const settings = { DATABASE_URL, MEDIA_DIR: join(MAIN, 'media'), PORT: String(await freePort()) };
    const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...settings } });
    endWithTest(child);
    const chunks: string[] = [];
    child.stderr.on('data', (chunk) => chunks.push(String(chunk)));
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(chunks.join('')).toMatch(/^Pictures can't be stored \(ENOTDIR\): check MEDIA_DIR\.\n$/);
  });
});

describe('a running service', () => {
  let dir: string;
  let running: Running;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    dir = await dataFolder();
    running = await start(dir, await freePort());
    ends.push(...cleanups.splice(0).reverse());
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  it('reports that its port is taken and leaves no database server running', async () => {
    const otherDir = await dataFolder();
    const { port } = new URL(running.base);
    const other = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        DATABASE_URL: '',
        DATA_DIR: otherDir,
        PORT: port,
        SEED_DEMO: 'false',
      },
    });
    endWithTest(other);
    const chunks: string[] = [];
    other.stderr.on('data', (chunk) => chunks.push(String(chunk)));
    const [code] = await once(other, 'exit');
    expect(code).toBe(1);
    expect(chunks.join('')).toContain(`Port ${port} is taken`);
    expect(existsSync(join(otherDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
  });

  it('restarts the embedded PostgreSQL after it was killed', async () => {
    const { base, output } = running;
    const headers = await signIn(base);
    expect((await createItem(base, headers, 'before')).status).toBe(200);
    process.kill(await postmasterOf(dir), 'SIGKILL');
    await eventually(async () => (await createItem(base, headers, 'after')).ok || undefined);
    const items = await fetch(`${base}/api/v1/items/`, { headers });
    expect(items.status, output()).toBe(200);
    const { data } = (await items.json()) as { data: { title: string }[] };
    expect(data.map(({ title }) => title)).toEqual(['after', 'before']);
    await eventually(async () => output().includes('the embedded PostgreSQL had died') || undefined);
  });

  it('logs JSON lines without passwords, tokens or email addresses', async () => {
    const { base, child, output } = running;
    const headers = await signIn(base);
    await fetch(`${base}/api/v1/users/?search=canary-search`, { headers });
    await fetch(`${base}/api/v1/password-recovery/canary@example.com`, { method: 'POST' });
    await fetch(`${base}/api/v1/users/signup`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'canary@example.com', password: 'canary-password' }),
    });
    child.kill('SIGTERM');
    await once(child, 'exit');
    const lines = output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
    expect(lines.join('\n')).not.toMatch(/canary|Bearer|changethis/);
    expect(lines.join('\n')).toContain('"route":"/api/v1/password-recovery/:email"');
  });
});

it('prints the URL in development, keeps PostgreSQL across reloads and stops it even when killed', async () => {
  const [dir, port] = [await dataFolder(), await freePort()];
  const { child, output } = await start(dir, port, DEV);
  const postmaster = await postmasterOf(dir);
  expect(output()).toContain('Agora is running: http://localhost:5173\n');

  await utimes(MAIN, new Date(), new Date());
  await eventually(async () => output().split('is running').length === 3 || undefined);
  expect(await postmasterOf(dir)).toBe(postmaster);

  child.kill('SIGKILL');
  await eventually(async () => !isAlive(String(postmaster), 'postgres') || undefined);
});
