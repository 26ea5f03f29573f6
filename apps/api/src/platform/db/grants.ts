import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** Privileges of the service on the rows of each schema. */
const RIGHTS = {
  public: sql`select, insert, update, delete`,
  graphile_worker: sql`select, insert, update, delete`,
  drizzle: sql`select`,
};

/**
 * Grants a role read and write access to rows, read access to the audit log, and nothing else; repeated after
 * each migration.
 */
export async function grantRows(db: Db, name: string): Promise<void> {
  const role = sql.identifier(name);
  for (const [schemaName, rights] of Object.entries(RIGHTS)) {
    const schema = sql.identifier(schemaName);
    await db.execute(sql`grant usage on schema ${schema} to ${role}`);
    await db.execute(sql`grant ${rights} on all tables in schema ${schema} to ${role}`);
    await db.execute(sql`grant usage on all sequences in schema ${schema} to ${role}`);
  }
  // Only triggers and functions of the owner write it.
  await db.execute(sql`revoke insert, update, delete on audit_logs from ${role}`);
  await openQueue(db);
}

/** The queue's rows are only visible to their owner, regardless of grants: row security without a policy. */
async function openQueue(db: Db): Promise<void> {
  const closed = await db.execute<{ name: string }>(sql`select relname as name from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity`);
  for (const { name } of closed)
    await db.execute(sql`alter table graphile_worker.${sql.identifier(name)} disable row level security`);
}
