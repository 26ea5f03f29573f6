import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { runMigrations as migrateQueue } from 'graphile-worker';
import { StartError } from '../errors.ts';
import { packageFile } from '../package-files.ts';
import type { Db } from './client.ts';
import { openDriver } from './driver.ts';

const MIGRATIONS = packageFile('drizzle');
const LOCK = 4_201_969;

/** Milliseconds between attempts to get that lock. */
const LOCK_INTERVAL = 200;

/**
 * Maximum wait of a migration for a lock: everything else that uses the table waits behind it. The start then fails,
 * and is repeated.
 */
const LOCK_TIMEOUT = '5s';

/** Marks a migration that PostgreSQL does not run in a transaction. */
const CONCURRENTLY = /\bindex\s+concurrently\b/i;

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
    const db = drizzle(client);
    await lock(db);
    await requireOwnHistory(db);
    for (const migration of await pendingOf(db))
      if (migration.folderMillis <= until) await apply(db, migration);
    await migrateQueue({ connectionString: url });
    await prepare?.(db);
  } finally {
    await client.end();
  }
}

/** Asks again and again: a statement that waits for the lock would hold up indexes that are built concurrently. */
async function lock(db: Db): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ isLocked: boolean }>(
      sql`select pg_try_advisory_lock(${LOCK}) as "isLocked"`,
    );
    if (row?.isLocked) return;
    await sleep(LOCK_INTERVAL);
  }
}

/** Returns the migrations that the database does not have, by Drizzle's own table. */
async function pendingOf(db: Db): Promise<MigrationMeta[]> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  const [last] = await db.execute<{ at: number | null }>(
    sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`,
  );
  return readMigrationFiles({ migrationsFolder: MIGRATIONS }).filter(
    ({ folderMillis }) => folderMillis > (last?.at ?? 0),
  );
}

/**
 * Applies a migration in a transaction, unless it builds indexes concurrently: such a one can fail halfway and runs
 * again at the next start. Drizzle's migrator applies all of them in one transaction.
 */
export async function apply(
  db: Db,
  { sql: statements, hash, folderMillis }: Omit<MigrationMeta, 'bps'>,
): Promise<void> {
  const run = async (on: Db) => {
    for (const statement of statements) await on.execute(sql.raw(statement));
    await on.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
    );
  };
  if (statements.some((statement) => CONCURRENTLY.test(statement))) return run(db);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`);
    await run(tx);
  });
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

/** Number of migrations of this version: files of a newer one may take their place while the process runs. */
const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).length;

/** Returns the number of pending migrations. */
export async function pendingMigrations(db: Db): Promise<number> {
  const [row] = await db.execute<{ applied: number }>(
    sql`select count(*)::int as applied from drizzle.__drizzle_migrations`,
  );
  return Math.max(0, known - (row?.applied ?? 0));
}
