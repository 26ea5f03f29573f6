import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** What the service does with the rows of each schema. */
const RIGHTS = {
  public: sql`select, insert, update, delete`,
  graphile_worker: sql`select, insert, update, delete`,
  drizzle: sql`select`,
};

/** Allows a role to read and write rows, of the audit log to read them, and nothing else; to be repeated after each migration. */
export async function grantRows(db: Db, name: string): Promise<void> {
  const role = sql.identifier(name);
  for (const [schemaName, rights] of Object.entries(RIGHTS)) {
    const schema = sql.identifier(schemaName);
    await db.execute(sql`grant usage on schema ${schema} to ${role}`);
    await db.execute(sql`grant ${rights} on all tables in schema ${schema} to ${role}`);
    await db.execute(sql`grant usage on all sequences in schema ${schema} to ${role}`);
  }
  // Triggers and functions of the owner write it.
  await db.execute(sql`revoke insert, update, delete on audit_logs from ${role}`);
  await openQueue(db);
}

/** The queue shows its rows to their owner alone, whatever is granted: row security without a policy. */
async function openQueue(db: Db): Promise<void> {
  const closed = await db.execute<{ name: string }>(sql`select relname as name from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity`);
  for (const { name } of closed)
    await db.execute(sql`alter table graphile_worker.${sql.identifier(name)} disable row level security`);
}
