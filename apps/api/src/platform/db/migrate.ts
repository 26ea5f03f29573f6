import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { PgDialect, type PgSession } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import { runMigrations as migrateQueue } from 'graphile-worker';
import { StartError } from '../errors.ts';
import { packageFile } from '../package-files.ts';
import type { Db } from './client.ts';
import { openDriver } from './driver.ts';

const MIGRATIONS = packageFile('drizzle');
const LOCK = 4_201_969;

/**
 * Migrates the schema, then runs `prepare`. An advisory lock is held throughout, so that of instances that
 * start together one works and the others wait.
 * @param until time of the last migration to apply, by default of the newest
 */
export async function migrate(
  url: string,
  prepare?: (db: Db) => Promise<void>,
  until = Number.POSITIVE_INFINITY,
): Promise<void> {
  const client = openDriver(url, { max: 1 });
  try {
    await client`select pg_advisory_lock(${LOCK})`;
    const db = drizzle(client);
    await requireOwnHistory(db);
    const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS });
    const wanted = migrations.filter(({ folderMillis }) => folderMillis <= until);
    await new PgDialect().migrate(wanted, db._.session as unknown as PgSession, {
      migrationsFolder: MIGRATIONS,
    });
    await migrateQueue({ connectionString: url });
    await prepare?.(db);
  } finally {
    await client.end();
  }
}

/**
 * Rejects a database with a foreign first migration: versions before the first release had others, and these
 * would be applied on top. A database of a newer version starts with the same one, and is accepted.
 */
async function requireOwnHistory(db: Db): Promise<void> {
  const [journal] = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!journal?.exists) return;
  const [first] = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  // By timestamp, as Drizzle identifies migrations: the hash changes with a comment in the file.
  const [applied] = await db.execute<{ at: number | null }>(
    sql`select min(created_at)::float8 as at from drizzle.__drizzle_migrations`,
  );
  if (applied?.at && applied.at !== first?.folderMillis)
    throw new StartError(
      'The database was made by a version before the first release, and cannot be migrated: name an empty one in DATABASE_URL, or without it another folder in DATA_DIR. Nothing was changed.',
    );
}

/** True if this version has a migration, identified by its time: not that of a newer version. */
export const knowsMigration = (time: number): boolean =>
  readMigrationFiles({ migrationsFolder: MIGRATIONS }).some(({ folderMillis }) => folderMillis === time);

/** Returns the number of pending migrations. */
export async function pendingMigrations(db: Db): Promise<number> {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).length;
  const [row] = await db.execute<{ applied: number }>(
    sql`select count(*)::int as applied from drizzle.__drizzle_migrations`,
  );
  return Math.max(0, known - (row?.applied ?? 0));
}
