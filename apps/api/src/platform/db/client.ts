import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import type { FastifyBaseLogger } from 'fastify';
import type postgres from 'postgres';
import { StartError } from '../errors.ts';
import type { Config } from '../settings.ts';
import { attribute, withRightsCheck } from './audit-context.ts';
import { openDriver } from './driver.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { DatabaseUnavailable, isServerResponse } from './errors.ts';
import type { PoolUse } from './gate.ts';
import { requireSameDatabase } from './identity.ts';
import { boundedPool, type Pool } from './pool.ts';
import { preferStandby } from './standby.ts';

/** The database, or a transaction in it. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>;

export interface Database {
  db: Db;
  /** Separate connections for long reads, which can't exhaust the pool: to the standby, if one is configured. */
  longReads: Db;
  /** Queries over a new connection, to distinguish a busy server from an unreachable one. */
  probe: Probe;
  /** Use of each pool. */
  pools: Readonly<Record<string, () => PoolUse>>;
  /** Waits for running queries, at most five seconds. */
  close(): Promise<void>;
}

export type Probe = <Result>(ask: (db: Db) => PromiseLike<Result>) => Promise<Result>;

/** Time limits of Postgres for a statement, a lock wait and an idle transaction, in milliseconds. */
const TIMEOUTS = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 15_000,
};

/** Starting parallel workers takes some 10 ms, more than they save. A string, since postgres omits a 0. */
const NO_PARALLEL_QUERIES = { max_parallel_workers_per_gather: '0' };

/** Maximum wait for a free connection, and for a response before the server is probed, in milliseconds. */
const TIMEOUT_MS = 1_500;

/** Time limits for a connection, in seconds, and for a probe, in milliseconds. */
const CONNECT_TIMEOUT = 2;
const PROBE_TIMEOUT = 1_000;
const PROBE_STEP = 100;

/** Number of connections for long reads. */
const LONG_READS = 4;

interface Connecting {
  max?: number;
  timeoutMs?: number;
  /**
   * True behind PgBouncer in transaction mode, where no statement stays prepared, and which passes no time limits on
   * (`requireTimeLimits`).
   */
  isPooled?: boolean;
  /** URL of a standby for long reads. */
  standby?: string | undefined;
  log?: FastifyBaseLogger | undefined;
}

/**
 * Opens a pool of `max` connections, each created on first use. A wait longer than `timeoutMs` milliseconds is
 * a transient error (`isDatabaseUnavailable`), as is an unreachable server.
 */
export function connect(
  url: string,
  { max = 10, timeoutMs = TIMEOUT_MS, isPooled = false, standby: standbyUrl, log }: Connecting = {},
): Database {
  const open = (count: number) => openClient(url, count, isPooled);
  const probe = probeOf(() => open(1));
  const main = boundedPool(() => open(max), { max, timeoutMs, isReachable: reaching(probe) });
  const apart = longReadPool(() => open(LONG_READS), timeoutMs);
  const standby = standbyUrl
    ? longReadPool(() => openClient(standbyUrl, LONG_READS, false), timeoutMs)
    : undefined;
  const longReads = drizzle(apart.sql);
  return {
    db: attributed(drizzle(main.sql)),
    longReads: standby ? preferStandby(drizzle(standby.sql), longReads, log) : longReads,
    probe,
    pools: { main: main.use, long_reads: apart.use, ...(standby && { standby: standby.use }) },
    close: async () => {
      await Promise.all([main, apart, standby].map((pool) => pool?.close()));
    },
  };
}

function probeOf(open: () => postgres.Sql): Probe {
  return async (ask) => {
    const client = open();
    const silence = waitForSilence();
    try {
      return await Promise.race([ask(drizzle(client)), silence]);
    } finally {
      silence.catch(() => {});
      void client.end({ timeout: 0 });
    }
  };
}

const reaching = (probe: Probe) => () =>
  probe((db) => db.execute(sql`select 1`)).then(() => true, isServerResponse);

function longReadPool(open: () => postgres.Sql, timeoutMs: number): Pool {
  const isReachable = reaching(probeOf(open));
  // A busy machine can miss one probe, which should not abort a read of several minutes.
  return boundedPool(open, {
    max: LONG_READS,
    timeoutMs,
    isReachable: async () => (await isReachable()) || isReachable(),
  });
}

/** Waits in short steps: a response that arrives while this process is too busy to read it is not silence. */
async function waitForSilence(): Promise<never> {
  for (let waited = 0; waited < PROBE_TIMEOUT; waited += PROBE_STEP)
    await sleep(PROBE_STEP, undefined, { ref: false });
  throw new DatabaseUnavailable('The database does not respond');
}

function openClient(url: string, max: number, isPooled: boolean): postgres.Sql {
  const client = openDriver(url, {
    max,
    connect_timeout: CONNECT_TIMEOUT,
    prepare: !isPooled,
    connection: { application_name: 'agora', ...(!isPooled && { ...TIMEOUTS, ...NO_PARALLEL_QUERIES }) },
  });
  // Drizzle disables the parsers that it replaces.
  drizzle(client);
  return client;
}

/**
 * Sets the actor at the start of every transaction and checks their rights at its end, so that no change can
 * forget either.
 */
function attributed(db: Db): Db {
  const transaction = db.transaction.bind(db);
  db.transaction = (work, config) =>
    transaction(async (tx) => {
      if (config?.accessMode === 'read only') return work(tx);
      await attribute(tx);
      return withRightsCheck(tx, () => work(tx));
    }, config);
  return db;
}

/** Starts the embedded server of the configured data folder. */
export const startServer = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, log?: FastifyBaseLogger) =>
  startEmbeddedPostgres({ dir: join(DATA_DIR, 'postgres'), durable: true, ...(log && { log }) });

/**
 * Opens the configured database or, without one, the embedded server, started if necessary.
 * @returns the database, and its URL for sessions of their own
 */
export async function openDatabase(
  config: Pick<
    Config,
    'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'READ_DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'DATA_DIR'
  >,
  log?: FastifyBaseLogger,
): Promise<Database & { url: string }> {
  const embedded = config.DATABASE_URL ? undefined : await startServer(config, log);
  const url = config.DATABASE_URL ?? embedded?.url ?? '';
  const direct = config.DATABASE_DIRECT_URL;
  const database = connect(url, { isPooled: direct !== undefined, standby: config.READ_DATABASE_URL, log });
  try {
    await requireSameDatabase(database.db, {
      DATABASE_DIRECT_URL: direct,
      MIGRATION_DATABASE_URL: config.MIGRATION_DATABASE_URL,
    });
    if (direct) await requireTimeLimits(database.db);
  } catch (error) {
    await database.close();
    await embedded?.stop();
    throw error;
  }
  return {
    ...database,
    url: direct ?? url,
    close: async () => {
      await database.close();
      await embedded?.stop();
    },
  };
}

/** @throws {StartError} if PgBouncer does not set the time limits of its connections */
async function requireTimeLimits(db: Db): Promise<void> {
  const limits = Object.keys(TIMEOUTS);
  const missing = await db.execute<{ name: string }>(sql`select name from pg_settings
    where setting = '0' and name in ${limits} order by name`);
  if (missing.length > 0)
    throw new StartError(
      `Sessions of DATABASE_URL have no ${missing.map(({ name }) => name).join(', ')}: set them by connect_query of PgBouncer, as docker/failover/pgbouncer.ini does.`,
    );
}

/**
 * Makes `build`'s query a named prepared statement, parsed once per connection. For hot queries: Drizzle
 * prepares no statements, which costs two thirds of their throughput.
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
