import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { StartError } from '../errors.ts';
import { cut, openClient } from './connection.ts';
import type { Transform } from './encryption.ts';
import type { Sequence, Table } from './manifest.ts';

/** Schemas of the product: not those of PostgreSQL. */
const OWN = `nspname !~ '^pg_' and nspname <> 'information_schema'`;

/** Rows that the queue's migrations write, for the version of its library. */
const QUEUE_MIGRATIONS = `nspname = 'graphile_worker' and relname = 'migrations'`;

/** Tables with their stored columns: PostgreSQL computes the generated ones. A partitioned table stands for its parts. */
const TABLES = `select nspname as schema, relname as name,
    array_agg(attname::text order by attnum) as columns, 'tables/' || nspname || '.' || relname || '.copy.zst' as file
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
  where relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped and attgenerated = ''
    and ${OWN} and not (${QUEUE_MIGRATIONS})
  group by 1, 2 order by 1, 2`;

const SEQUENCES = `select schemaname as schema, sequencename as name, last_value::text as last
  from pg_sequences where last_value is not null order by 1, 2`;

const idOf = ({ schema, name }: { schema: string; name: string }) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

const listOf = (columns: readonly string[]) => columns.map((column) => escapeIdentifier(column)).join(', ');

/** Time of the last migration. @throws {StartError} for a database without any */
export async function readMigration(url: string): Promise<number> {
  const client = await openClient(url);
  try {
    const { rows: found } = await client.query(
      `select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`,
    );
    if (!found[0].is_there) throw new StartError('The database is empty: there is nothing to back up.');
    const { rows } = await client.query(
      'select max(created_at)::float8 as at from drizzle.__drizzle_migrations',
    );
    return rows[0].at;
  } finally {
    await client.end();
  }
}

/** Reads all rows, as they were at one moment, table after table. */
export async function copyTables(
  url: string,
  write: (file: string, rows: Readable) => Promise<void>,
): Promise<{ tables: Table[]; sequences: Sequence[] }> {
  const client = await openClient(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows: tables } = await client.query<Table>(TABLES);
    for (const table of tables)
      await write(
        table.file,
        client.query(copyTo(`copy (select ${listOf(table.columns)} from ${idOf(table)}) to stdout`)),
      );
    // After the rows: none has a number above.
    const { rows: sequences } = await client.query<Sequence>(SEQUENCES);
    await client.query('commit');
    return { tables, sequences };
  } finally {
    cut(client);
  }
}

/** True if a database has no table, view or sequence of anybody. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = await openClient(url);
  try {
    const { rows } = await client.query(`select from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace where ${OWN}
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') limit 1`);
    return rows.length === 0;
  } finally {
    await client.end();
  }
}

interface Rows {
  tables: readonly Table[];
  sequences: readonly Sequence[];
  /** The rows of a file: a stream, and what changes it. */
  read: (file: string) => Promise<readonly [Readable, Transform, Duplex]>;
}

/**
 * Replaces the rows of migrated tables, all or nothing. Triggers are off meanwhile, since the backup has what they
 * wrote. Foreign keys and indexes are created again afterwards: tables load in any order, and several times faster. The
 * owner of the tables may do all this.
 */
export async function loadTables(url: string, { tables, sequences, read }: Rows): Promise<void> {
  const client = await openClient(url);
  try {
    await client.query('begin');
    const keys = await dropForeignKeys(client);
    const indexes = await dropIndexes(client);
    const triggered = await readTriggered(client);
    for (const table of triggered) await client.query(`alter table ${table} disable trigger user`);
    await client.query(`truncate ${tables.map(idOf).join(', ')} restart identity`);
    for (const table of tables)
      await pipeline([
        ...(await read(table.file)),
        client.query(copyFrom(`copy ${idOf(table)} (${listOf(table.columns)}) from stdin`)),
      ]);
    for (const table of triggered) await client.query(`alter table ${table} enable trigger user`);
    for (const definition of indexes) await client.query(definition);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`);
    for (const sequence of sequences)
      await client.query('select setval($1::regclass, $2::bigint)', [idOf(sequence), sequence.last]);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    cut(client);
  }
}

/** Tables and partitions with triggers of their own: not those that a partition has from its table. */
async function readTriggered(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select distinct tgrelid::regclass::text as name
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
    where not tgisinternal and tgparentid = 0 and ${OWN} order by 1`);
  return rows.map(({ name }) => name);
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

async function dropForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`select conrelid::regclass::text as table, conname as name,
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
    where contype = 'f' and conparentid = 0 and ${OWN} order by 1, 2`);
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
  return rows;
}

/** Drops the indexes that belong to no constraint. @returns their definitions */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_namespace on pg_namespace.oid = relnamespace
    where not relispartition and ${OWN} and not exists (select from pg_constraint where conindid = indexrelid)
    order by 1`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  // Of a partitioned table, the definition leaves out those of its partitions.
  return rows.map(({ definition }) => definition.replace(/^(CREATE .*?INDEX \S+ ON) ONLY /, '$1 '));
}
