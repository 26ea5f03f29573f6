import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../../../test/databases.ts';
import { StartError } from '../errors.ts';
import { migrate } from './migrate.ts';

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

it('orders migrations by time, because an up-to-date database skips those with an earlier time', async () => {
  const journal = await readFile(new URL('../../../drizzle/meta/_journal.json', import.meta.url), 'utf8');
  const { entries } = JSON.parse(journal) as Journal;
  const inOrder = entries.toSorted((a, b) => a.when - b.when);
  expect(inOrder.map(({ tag }) => tag)).toEqual(entries.map(({ tag }) => tag));
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
});
