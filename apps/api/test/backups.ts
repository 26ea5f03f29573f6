import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import postgres from 'postgres';
import { type BackupDeps, backUp } from '../src/platform/backup/backup.ts';
import { restore } from '../src/platform/backup/restore.ts';
import { readConfig } from '../src/platform/config.ts';
import { openStorage } from '../src/platform/storage.ts';
import type { TestService } from './harness.ts';

const run = promisify(execFile);
const CLI = new URL('../src/cli/main.ts', import.meta.url).pathname;

/** Runs a command of the product. */
export async function cli(args: string[], settings: Record<string, string>, wrapper: readonly string[] = []) {
  const [file = '', ...rest] = [...wrapper, process.execPath, CLI, ...args];
  const env = { ...process.env, NODE_ENV: '', ...settings };
  return run(file, rest, { env }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

/** Writes a file with a secret key of age. @returns the public key */
export async function createKey(file: string): Promise<string> {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  await writeFile(file, `# created: today\n# public key: ${recipient}\n${identity}\n`);
  return recipient;
}

export const newFolder = (name: string) => mkdtemp(join(tmpdir(), `agora-${name}-`));

/** Makes a backup of a service with these settings. */
export async function backUpService(
  t: Pick<TestService, 'config' | 'db' | 'storage' | 'url'>,
  settings: Record<string, string>,
  { now = () => new Date(), ...others }: Partial<Pick<BackupDeps, 'now' | 'storage'>> = {},
): Promise<string> {
  const config = { ...t.config, ...readBackupSettings(settings) };
  const made = await backUp({ ...t, config, now, ...others });
  return made?.name ?? '';
}

/** Restores it into a database and a new folder of pictures. */
export async function restoreInto(
  url: string,
  settings: Record<string, string>,
  choice: { name: string; identityFile?: string },
): Promise<{ pictures: string; problems: string[] }> {
  const pictures = await newFolder('restored');
  const config = readConfig({ ...settings, DATABASE_URL: url, MEDIA_DIR: pictures });
  const storage = await openStorage(config);
  const problems = await restore({ config, storage, url }, { identityFile: undefined, ...choice });
  return { pictures, problems };
}

function readBackupSettings(settings: Record<string, string>) {
  const config = readConfig(settings);
  return Object.fromEntries(Object.keys(settings).map((name) => [name, config[name as keyof typeof config]]));
}

/** Everything in a database, as text: rows, sequences, constraints, indexes, triggers and functions, by name. */
export async function contentOf(url: string): Promise<Record<string, unknown>> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const content: Record<string, unknown> = {};
  try {
    const tables = await sql<{ name: string }[]>`select c.oid::regclass::text as name from pg_class c
      join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'p') and nspname !~ '^pg_'
      and nspname <> 'information_schema' order by 1`;
    for (const { name } of tables)
      content[name] = await sql
        .unsafe(`select t::text as row from ${name} t order by 1`)
        .then(withoutTimes(name));
    content['sequences'] = await sql`select schemaname, sequencename, last_value::text from pg_sequences
      order by 1, 2`.then((rows) => [...rows]);
    content['constraints'] = await sql`select conrelid::regclass::text as of, conname, convalidated,
      translate(pg_get_constraintdef(oid), '()', '') as definition from pg_constraint
      where conrelid <> 0 and connamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
      order by 1, 2`.then((rows) => [...rows]);
    // PostgreSQL names those of partitions.
    content['indexes'] =
      await sql`select case schemaname when 'partitions' then replace(indexdef, indexname, '') else indexdef end
      from pg_indexes where schemaname not in ('pg_catalog', 'information_schema') order by 1`.then(
        (rows) => [...rows],
      );
    content['triggers'] =
      await sql`select tgname, tgenabled, translate(pg_get_triggerdef(oid), '()', '') as definition
      from pg_trigger where not tgisinternal order by 1, 3`.then((rows) => [...rows]);
    return content;
  } finally {
    await sql.end();
  }
}

/** The queue's own migrations are repeated: the times of their rows differ. */
const withoutTimes = (table: string) => (rows: Iterable<Record<string, unknown>>) =>
  [...rows].map(({ row }) => (table === 'graphile_worker.migrations' ? String(row).split(',')[0] : row));

/** Checksums of all files in a folder, by path. */
export async function checksumsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sums = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const sum = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      return [path.slice(folder.length + 1), sum] as const;
    });
  return Object.fromEntries((await Promise.all(sums)).toSorted());
}

/** A database and a role that owns it, which is no superuser. */
export async function createOwnedDatabase(serverUrl: string): Promise<string> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  const name = `restored_${crypto.randomUUID().replaceAll('-', '')}`;
  await sql.unsafe(`create role ${name} login password 'secret-of-owner'`);
  await sql.unsafe(`create database ${name} owner ${name}`);
  await sql.end();
  const url = new URL(serverUrl);
  Object.assign(url, { username: name, password: 'secret-of-owner', pathname: `/${name}` });
  return url.href;
}
