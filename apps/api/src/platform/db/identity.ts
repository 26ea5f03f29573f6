import { sql } from 'drizzle-orm';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import { StartError } from '../errors.ts';
import { openDriver } from './driver.ts';

type Db = PgDatabase<PostgresJsQueryResultHKT>;

/** The same on a primary and its standbys, and by every way to the database. */
export const identity = sql`(select system_identifier || '/' || pg_database.oid from pg_control_system(), pg_database
  where datname = current_database())`;

async function identityOf(db: Db): Promise<string | undefined> {
  const [row] = await db.execute<{ id: string }>(sql`select ${identity} as id`);
  return row?.id;
}

/** @throws {StartError} if a setting leads to another database */
export async function requireSameDatabase(
  db: Db,
  urls: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  for (const [name, url] of Object.entries(urls)) {
    if (!url) continue;
    const client = openDriver(url, { max: 1 });
    try {
      if ((await identityOf(drizzle(client))) !== (await identityOf(db)))
        throw new StartError(
          `${name} leads to another database than DATABASE_URL: set both to the same server and database.`,
        );
    } finally {
      await client.end();
    }
  }
}
