import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../test/harness.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { isAlive } from './process-files.ts';

const PROGRAM = `
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)};
  const server = await startEmbeddedPostgres({ dir: process.argv[1], durable: true });
  process.stdin.once('data', async () => {
    await server.stop();
    process.exit();
  });
  console.log(server.url);
`;

let dir: string;
let children: ChildProcess[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'agora-embedded-'));
  children = [];
});

afterEach(async () => {
  await Promise.all(children.map(killed));
  if (existsSync(pidFile())) await (await start()).stop();
  await rm(dir, { recursive: true, force: true });
});

test('answers queries in a UTF-8 database named agora', async () => {
  const server = await start();
  const rows = await query(server.url, "select current_database() as name, upper('é') as upper");
  expect(rows).toEqual([{ name: 'agora', upper: 'É' }]);
  await server.stop();
});

test('keeps the data of the embedded server across restarts', async () => {
  const first = await start();
  await writeRow(first.url);
  await first.stop();

  const second = await start();
  expect(await readRows(second.url)).toEqual([{ id: 1 }]);
  await second.stop();
});

test('adopts the server of a killed process and stops it on exit', async () => {
  const owner = await startInChild();
  await writeRow(owner.url);
  const before = await serverPid();
  await killed(owner.child);

  const successor = await start();
  expect(await serverPid()).toBe(before);
  expect(await readRows(successor.url)).toEqual([{ id: 1 }]);
  await successor.stop();
  await expectEnded(before);
});

test('recovers every committed row after the server and its owner were killed', async () => {
  const owner = await startInChild();
  await writeRow(owner.url);
  const before = await serverPid();
  await killed(owner.child);
  process.kill(before, 'SIGKILL');

  const successor = await start();
  expect(await serverPid()).not.toBe(before);
  expect(await readRows(successor.url)).toEqual([{ id: 1 }]);
  await successor.stop();
});

test('shares the server of a running process and does not stop it', async () => {
  const owner = await startInChild();
  const sharer = await start();
  expect(sharer.url).toBe(owner.url);
  await sharer.stop();
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);

  const pid = await serverPid();
  owner.child.stdin?.write('stop\n');
  await once(owner.child, 'exit');
  await expectEnded(pid);
});

test('keeps the server running after its starter stops while another process uses it', async () => {
  const starter = await startInChild();
  const other = await start();
  starter.child.stdin?.write('stop\n');
  await once(starter.child, 'exit');
  expect(await query(other.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  const pid = await serverPid();
  await other.stop();
  await expectEnded(pid);
});

test('stops without an error when the server has already crashed', async () => {
  const server = await start();
  const pid = await serverPid();
  process.kill(pid, 'SIGKILL');
  await expectEnded(pid);
  await expect(server.stop()).resolves.toBeUndefined();
});

test('gives two processes that start concurrently in an empty folder the same working server', async () => {
  const [one, two] = await Promise.all([startInChild(), startInChild()]);
  expect(one.url).toBe(two.url);
  await writeRow(one.url);
  expect(await readRows(two.url)).toEqual([{ id: 1 }]);
});

test('restarts a crashed server at the same address with every committed row', async () => {
  const server = await start();
  await writeRow(server.url);
  process.kill(await serverPid(), 'SIGKILL');
  expect(await eventually(() => readRows(server.url).catch(() => undefined))).toEqual([{ id: 1 }]);
  await server.stop();
  expect(existsSync(pidFile())).toBe(false);
});

test('does not kill a hanging server that another process uses', async () => {
  const owner = await startInChild();
  const pid = await serverPid();
  process.kill(pid, 'SIGSTOP');
  await expect(start()).rejects.toThrow('is in use and does not answer');
  process.kill(pid, 'SIGCONT');
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await serverPid()).toBe(pid);
});

test('replaces a hanging server that no other process uses', async () => {
  const owner = await startInChild();
  await writeRow(owner.url);
  const pid = await serverPid();
  await killed(owner.child);
  process.kill(pid, 'SIGSTOP');
  const successor = await start();
  await expectEnded(pid);
  expect(await readRows(successor.url)).toEqual([{ id: 1 }]);
  await successor.stop();
});

test('does not adopt the server of another cluster whose process id is in the pid file', async () => {
  const nested = join(dir, 'mnt', dir);
  await mkdir(nested, { recursive: true });
  await (await start()).stop();
  const other = await startEmbeddedPostgres({ dir: nested, durable: true });
  const otherPid = await serverPid(nested);
  await copyFile(pidFile(nested), pidFile());

  const server = await start();
  expect(server.url).not.toBe(other.url);
  await server.stop();
  expect(isRunning(otherPid)).toBe(true);
  await other.stop();
});

const start = () => startEmbeddedPostgres({ dir, durable: true });

/** Starts the server in a child process; a line on its standard input stops both. */
async function startInChild(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, dir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const url of createInterface(child.stdout)) return { child, url };
  throw new Error('The process exited before its server started.');
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const pidFile = (folder = dir) => join(folder, 'cluster', 'postmaster.pid');
const serverPid = async (folder = dir) => Number.parseInt(await readFile(pidFile(folder), 'utf8'), 10);

const isRunning = (pid: number) => isAlive(String(pid), 'postgres');

/** The server removes its pid file shortly before its process ends. */
const expectEnded = (pid: number) => expect.poll(() => isRunning(pid)).toBe(false);

async function query(url: string, statement: string): Promise<object[]> {
  const client = postgres(url, { max: 1 });
  try {
    return [...(await client.unsafe(statement))];
  } finally {
    await client.end();
  }
}

const writeRow = (url: string) => query(url, 'create table notes (id int); insert into notes values (1)');
const readRows = (url: string) => query(url, 'select id from notes');
