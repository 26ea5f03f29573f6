import { sql } from 'drizzle-orm';
import type { TestService } from '../harness.ts';

export interface Column {
  table: string;
  column: string;
  type: string;
}

/** Every column of the product's own tables. */
export const columnsOf = async ({ db }: TestService): Promise<Column[]> => [
  ...(await db.execute<Column & Record<string, unknown>>(sql`
    select table_name as table, column_name as column, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
    order by table_name, ordinal_position`)),
];

export type Row = Record<string, unknown>;

/** All stored rows by table, including pending jobs. */
export async function everythingOf(t: TestService): Promise<Map<string, Row[]>> {
  const tables = new Set((await columnsOf(t)).map(({ table }) => table));
  const stored = new Map<string, Row[]>();
  for (const table of tables) stored.set(table, await rowsOf(t, sql.identifier(table)));
  stored.set('jobs', await rowsOf(t, sql`graphile_worker._private_jobs`));
  return stored;
}

const rowsOf = async (
  { db }: TestService,
  table: ReturnType<typeof sql.identifier> | ReturnType<typeof sql>,
) =>
  (await db.execute<{ row: Row }>(sql`select to_jsonb(stored) as row from ${table} as stored`)).map(
    ({ row }) => row,
  );
