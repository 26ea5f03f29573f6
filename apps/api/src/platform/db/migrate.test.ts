import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../../../test/databases.ts';
import { eventually } from '../../../test/harness.ts';
import { StartError } from '../errors.ts';
import { apply, migrate } from './migrate.ts';

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

it('orders migrations by time, because an up-to-date database skips those with an earlier time', async () => {
  const journal = await readFile(new URL('../../../drizzle/meta/_journal.json', import.meta.url), 'utf8');
  const { entries } = JSON.parse(journal) as Journal;
  const inOrder = entries.toSorted((a, b) => a.when - b.when);
  expect(inOrder.map(({ tag }) => tag)).toEqual(entries.map(({ tag }) => tag));
});

it('keeps what builds or drops indexes concurrently apart from statements that need a transaction', () => {
  const folder = fileURLToPath(new URL('../../../drizzle', import.meta.url));
  const isConcurrent = (statement: string) => /\bindex\s+concurrently\b/i.test(statement);
  const mixed = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ sql }) => sql.some(isConcurrent) && !sql.every(isConcurrent),
  );
  expect(mixed).toEqual([]);
});

/**
 * Migrates a copy of a database after running a statement in it. Returns its number of migrations and tables.
 */
async function migrateAfter(template: string | undefined, statement: string) {
  const url = await createDatabase(inject('serverUrl'), template);
  const client = postgres(url, { max: 1 });
  await client.unsafe(statement);
  const outcome = await migrate(url).catch((error: unknown) => error);
  const [left] = await client<
    { migrations: number; tables: number }[]
  >`select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
    (select count(*)::int from pg_tables where schemaname not in ('pg_catalog', 'information_schema')) as tables`;
  await client.end();
  return { outcome, left };
}

describe('migrate', () => {
  it('rejects a database created by other migrations and leaves it unchanged', async () => {
    const former = `create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('0000_extensions', 1795245891930)`;
    const { outcome, left } = await migrateAfter('template1', former);
    expect(outcome).toBeInstanceOf(StartError);
    expect(left).toEqual({ migrations: 1, tables: 1 });
  });

  it('accepts the database of a newer version unchanged, as needed during an update', async () => {
    const newer = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)`;
    const { outcome, left } = await migrateAfter(undefined, newer);
    expect(outcome).toBeUndefined();
    const journal = await readFile(new URL('../../../drizzle/meta/_journal.json', import.meta.url), 'utf8');
    expect(left?.migrations).toBe((JSON.parse(journal) as Journal).entries.length + 1);
  });

  it('waits for a busy table a few seconds at most, and then changes nothing', async () => {
    const url = await createDatabase(inject('serverUrl'));
    const client = postgres(url, { max: 2 });
    const reader = await client.reserve();
    await reader`begin`;
    await reader`select count(*) from items`;
    const sql = ['create table half ()', 'alter table items add column note text'];
    const outcome = await apply(drizzle(client), {
      sql,
      hash: 'busy',
      folderMillis: 4_102_444_800_000,
    }).catch((error: Error) => error.cause);
    expect(outcome).toMatchObject({ code: '55P03' });
    const [row] = await client`select to_regclass('half') is null as "isUnchanged"`;
    expect(row).toEqual({ isUnchanged: true });
    reader.release();
    await client.end();
  });

  it('builds an index concurrently while another instance waits to migrate', async () => {
    const url = await createDatabase(inject('serverUrl'));
    const client = postgres(url, { max: 1, onnotice: () => {} });
    await client`select pg_advisory_lock(4201969)`;
    const waiting = migrate(url);
    await eventually(async () => {
      const others = await client`select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%advisory_lock%'`;
      return others.length > 0 || undefined;
    });
    const sql = ['drop index concurrently if exists fast', 'create index concurrently fast on items (title)'];
    await apply(drizzle(client), { sql, hash: 'fast', folderMillis: 4_102_444_800_000 });
    const [row] = await client`select indisvalid from pg_index where indexrelid = 'fast'::regclass`;
    expect(row).toEqual({ indisvalid: true });
    await client.end();
    await waiting;
  });
});
