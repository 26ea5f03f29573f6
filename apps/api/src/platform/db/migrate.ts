import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import { runMigrations as migrateQueue } from 'graphile-worker';
import postgres from 'postgres';
import type { Db } from './client.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../drizzle', import.meta.url));
const LOCK = 4_201_969;

/**
 * Brings the schema up to date, then runs `prepare`. An advisory lock is held all the while, so that of
 * instances that start together one works and the others wait.
 */
export async function migrate(url: string, prepare?: (db: Db) => Promise<void>): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${LOCK})`;
    const db = drizzle(client);
    await applyMigrations(db, { migrationsFolder: MIGRATIONS });
    await migrateQueue({ connectionString: url });
    await prepare?.(db);
  } finally {
    await client.end();
  }
}

/** How many migrations of this version the database lacks. */
export async function pendingMigrations(db: Db): Promise<number> {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).length;
  const [row] = await db.execute<{ applied: number }>(
    sql`select count(*)::int as applied from drizzle.__drizzle_migrations`,
  );
  return Math.max(0, known - (row?.applied ?? 0));
}
