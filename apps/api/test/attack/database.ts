import { sql } from 'drizzle-orm';
import type { TestService } from '../harness.ts';

export interface Column {
  table: string;
  column: string;
  type: string;
  /** True if PostgreSQL computes it from others. */
  is_generated: boolean;
}

/** Every column of the product's own tables. */
export const columnsOf = async ({ db }: TestService): Promise<Column[]> => [
  ...(await db.execute<Column & Record<string, unknown>>(sql`
    select table_name as table, column_name as column, data_type as type, is_generated = 'ALWAYS' as is_generated
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
    order by table_name, ordinal_position`)),
];

const tablesOf = (columns: readonly Column[]) =>
  [...new Set(columns.map(({ table }) => table))].map((table) => [table, sql.identifier(table)] as const);

/** The queue's table, whose rows are pending jobs. */
const JOBS = ['jobs', sql`graphile_worker._private_jobs`] as const;

/** Deletes all rows of the tables with these columns, and pending jobs. */
export async function empty({ db }: TestService, columns: readonly Column[]): Promise<void> {
  const deletes = [...tablesOf(columns), JOBS].map(([, table]) => sql`delete from ${table}`);
  await db.transaction(async (tx) => {
    // The audit log rejects deletion.
    await tx.execute(sql`set local session_replication_role = replica`);
    // Ten times faster than TRUNCATE, which creates new files for each table and index.
    await tx.execute(sql`do $$ begin ${sql.join(deletes, sql`; `)}; end $$`);
  });
}

export type Row = Record<string, unknown>;

/** All stored rows of the tables with these columns, and pending jobs, in one statement. */
export async function allRowsOf(
  { db }: TestService,
  columns: readonly Column[],
): Promise<Map<string, Row[]>> {
  const queries = [...tablesOf(columns), JOBS].map(
    ([name, table]) =>
      sql`select ${name} as name, (select coalesce(jsonb_agg(stored), '[]') from ${table} as stored) as rows`,
  );
  const stored = await db.execute<{ name: string; rows: Row[] }>(sql.join(queries, sql` union all `));
  return new Map(stored.map(({ name, rows }) => [name, rows]));
}
