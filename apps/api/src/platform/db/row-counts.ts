import type { Content } from '@agora/contract/shared/define';
import { getTableColumns, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Db, prepared } from './client.ts';
import { rowCounts } from './row-counts.table.ts';

const total = sql<number>`coalesce(sum(${rowCounts.delta}), 0)::int`;

/** Returns the total row count under any of the keys, exact for any size. */
export async function countRows(db: Db, keys: readonly string[]): Promise<number> {
  const [row] = await countOfAll(db, { keys: `{${keys.map((key) => `"${key}"`).join(',')}}` });
  return row?.count ?? 0;
}

const countOfAll = prepared((db) =>
  db
    .select({ count: total })
    .from(rowCounts)
    .where(sql`${rowCounts.key} = any(${sql.placeholder('keys')}::text[]) and ${rowCounts.owner_id} is null`)
    .prepare('count_rows'),
);

/** Returns the row count of a key for one owner. */
export async function countRowsOf(db: Db, key: string, ownerId: string): Promise<number> {
  const [row] = await countOfOwner(db, { key, owner_id: ownerId });
  return row?.count ?? 0;
}

const countOfOwner = prepared((db) =>
  db
    .select({ count: total })
    .from(rowCounts)
    .where(
      sql`${rowCounts.key} = ${sql.placeholder('key')} and ${rowCounts.owner_id} = ${sql.placeholder('owner_id')}`,
    )
    .prepare('count_rows_of'),
);

/** Keys of the change counters of content, as a PostgreSQL list. */
export const changeKeysOf = (content: readonly Content[]): string =>
  `{${content.map((name) => `changes:${name}`).join(',')}}`;

/** Number of changes under any of these keys, as a subquery. */
export const changesOf = (keys: SQLWrapper) =>
  sql<number>`(select coalesce(sum(${rowCounts.delta}), 0)::int from ${rowCounts}
    where ${rowCounts.key} = any(${keys}::text[]))`;

/** Row count of a key for one owner, as a subquery; 0 for no key. */
export async function readChanges(db: Db, content: readonly Content[]): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select ${changesOf(sql`${changeKeysOf(content)}`)} as count`,
  );
  return row?.count ?? 0;
}

export const ownCountOf = (key: SQLWrapper, ownerId: SQLWrapper) =>
  sql<number>`(select coalesce(sum(${rowCounts.delta}), 0)::int from ${rowCounts}
    where ${rowCounts.key} = ${key}::text and ${rowCounts.owner_id} = ${ownerId})`;

/** Counts the rows of a query. Stops counting at `upTo` plus one. */
export async function countUpTo(db: Db, found: SQLWrapper, upTo: number | undefined): Promise<number> {
  const bound = upTo === undefined ? sql`` : sql`limit ${upTo + 1}`;
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${found} ${bound}) as found`,
  );
  return row?.count ?? 0;
}

/** Compacts a table of deltas, so that counting stays fast. Safe to run concurrently. */
export async function compactCounts(db: Db, table: PgTable): Promise<void> {
  const kinds = Object.values(getTableColumns(table)).filter(({ name }) => name !== 'delta');
  const kind = sql.join(
    kinds.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  await db.execute(sql`
    with many as (
      select array_agg(ctid) as rows from ${table} group by ${kind} having count(*) > 1
    ), gone as (
      delete from ${table} where ctid = any(array(select unnest(rows) from many)) returning *
    )
    insert into ${table} (${kind}, delta)
    select ${kind}, sum(delta) from gone group by ${kind} having sum(delta) <> 0`);
}
