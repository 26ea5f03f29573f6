import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { isAlive } from '../src/platform/db/process-files.ts';
import { TEMPLATE, urlOf } from './databases.ts';

/** In-memory folder on Linux: ext4 slows down as hundreds of databases are created and removed. */
const MEMORY = '/dev/shm';

/** Bytes required for the databases of a whole run, which take about 3 GB. */
const REQUIRED_BYTES = 6 * 1024 ** 3;

async function databaseFolder(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free < REQUIRED_BYTES ? tmpdir() : MEMORY;
}

/** Removes the databases and the server that a killed run left behind; those of other users remain. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, owner] = /^agora-test-(\d+)-/.exec(name) ?? [];
    if (!owner || isAlive(owner)) continue;
    const dir = join(folder, name);
    await startEmbeddedPostgres({ dir, durable: false })
      .then((server) => server.stop())
      .then(() => rm(dir, { recursive: true }))
      .catch(() => undefined);
  }
}

/** One PostgreSQL for the whole run, with a migrated database that every test file clones. */
export default async function setup({ provide }: TestProject) {
  const folder = await databaseFolder();
  await removeAbandoned(folder);
  const dir = await mkdtemp(join(folder, `agora-test-${process.pid}-`));
  const server = await startEmbeddedPostgres({ dir, durable: false });
  const admin = postgres(server.url, { max: 1 });
  await admin`create database ${admin(TEMPLATE)}`;
  await admin.end();
  await migrate(urlOf(server.url, TEMPLATE));
  provide('serverUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string;
  }
}
