import { join } from 'node:path';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { attribute } from '../audit/audit-context.ts';
import type { Config } from '../config.ts';
import { startEmbeddedPostgres } from './embedded.ts';

/** The database, or a transaction in it. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>;

export interface Database {
  db: Db;
  /** Waits for the queries under way, at most five seconds. */
  close(): Promise<void>;
}

/** Milliseconds after which Postgres gives a statement, a wait for a lock or an idle transaction up. */
const TIMEOUTS = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 15_000,
};

/** Opens a pool of `max` connections, each made when it is first needed. */
export function connect(url: string, { max = 10 } = {}): Database {
  const client = postgres(url, {
    max,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: 'agora', ...TIMEOUTS },
  });
  return { db: attributed(drizzle(client)), close: () => client.end({ timeout: 5 }) };
}

/** Makes every transaction begin with whose it is, so that no change can forget to say so. */
function attributed(db: Db): Db {
  const transaction = db.transaction.bind(db);
  db.transaction = (work, config) =>
    transaction(async (tx) => {
      if (config?.accessMode !== 'read only') await attribute(tx);
      return work(tx);
    }, config);
  return db;
}

/** The database that the settings name or, without one, the embedded server, started if need be. */
export async function openDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
): Promise<Database & { url: string }> {
  const embedded = config.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dir: join(config.DATA_DIR, 'postgres'), durable: true });
  const url = config.DATABASE_URL ?? embedded?.url ?? '';
  const { db, close } = connect(url);
  return {
    url,
    db,
    close: async () => {
      await close();
      await embedded?.stop();
    },
  };
}

/**
 * Makes `build`'s query a named prepared statement, parsed once a connection instead of at each call.
 * For hot queries: Drizzle prepares nothing by itself, which costs two thirds of their rate.
 */
export function prepared<Args extends Record<string, unknown>, Rows>(
  build: (db: Db) => { execute(args: Args): Promise<Rows> },
): (db: Db, args: Args) => Promise<Rows> {
  const statements = new WeakMap<Db, { execute(args: Args): Promise<Rows> }>();
  return (db, args) => {
    let statement = statements.get(db);
    if (!statement) {
      statement = build(db);
      statements.set(db, statement);
    }
    return statement.execute(args);
  };
}
