import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import type { FastifyBaseLogger } from 'fastify';
import { identity } from './identity.ts';

type Db = PgDatabase<PostgresJsQueryResultHKT>;

/** Checks whether a standby has caught up, and milliseconds between them. */
const CHECKS = 10;
const INTERVAL = 100;

/**
 * Runs transactions on a standby once it has every commit that the primary had confirmed when they began: what the caller
 * just wrote is there. If it lags behind or can't be reached, they run on the primary.
 */
export function preferStandby(standby: Db, primary: Db, log?: FastifyBaseLogger): Db {
  const onPrimary = primary.transaction.bind(primary);
  primary.transaction = async (work, config) => {
    const [confirmed] = await primary.execute<Confirmed>(
      sql`select pg_current_wal_flush_lsn() as lsn, ${identity} as database`,
    );
    let isCurrent = false;
    try {
      return await standby.transaction(async (tx) => {
        await catchUp(tx, confirmed ?? { lsn: '', database: '' });
        isCurrent = true;
        return work(tx);
      }, config);
    } catch (err) {
      if (isCurrent) throw err;
      log?.warn({ err }, 'a long read takes the primary in place of the standby');
      return onPrimary(work, config);
    }
  };
  return primary;
}

type Confirmed = { lsn: string; database: string };

/** Not true of a server that is no standby, such as one that was promoted. */
async function catchUp(tx: Db, { lsn, database }: Confirmed): Promise<void> {
  for (let check = 0; check < CHECKS; check += 1) {
    if (check > 0) await sleep(INTERVAL);
    const [found] = await tx.execute<{ is_current: boolean | null; database: string }>(
      sql`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as is_current, ${identity} as database`,
    );
    if (found && found.database !== database)
      throw new Error('READ_DATABASE_URL leads to another database than DATABASE_URL');
    if (found?.is_current) return;
  }
  throw new Error('The standby lags behind');
}
