import { type SQLWrapper, sql } from 'drizzle-orm';
import { createKeyedWorkQueue } from '../work-queue.ts';
import { actorId } from './audit-context.ts';
import type { Db } from './client.ts';

/** Maximum wait for the previous results of the same account, in milliseconds, and queue length. */
const TIMEOUT_MS = 20_000;
const WAITING = 9;

const queueWork = createKeyedWorkQueue({ slots: 1, timeoutMs: TIMEOUT_MS, waiting: WAITING });

/**
 * Yields the rows of a query in batches of `size`, from one snapshot, fetched on demand: for results too
 * large for memory. Each fetch is a statement with its own time limit, so slow readers are served; a stalled
 * one is cut off by `idle_in_transaction_session_timeout`, and can't hold a connection. Each account has one at a time,
 * so that slow readers leave connections to others.
 * Rows come in the driver's format: columns named as in the SQL, timestamps and bigints as strings.
 */
export const cursor = <Row>(db: Db, query: SQLWrapper, size = 1000): AsyncGenerator<Row[]> =>
  batchesOf(db, query, size, actorId());

async function* batchesOf<Row>(
  db: Db,
  query: SQLWrapper,
  size: number,
  account: string,
): AsyncGenerator<Row[]> {
  const { tx, end } = await openTransaction(db, account);
  try {
    await tx.execute(sql`declare batches no scroll cursor for ${query}`);
    for (;;) {
      const rows = await tx.execute(sql`fetch ${sql.raw(String(size))} from batches`);
      if (rows.length === 0) return;
      yield [...rows] as Row[];
    }
  } finally {
    await end();
  }
}

/** Opens a read-only transaction in the account's queue, which stays open until it is ended. */
async function openTransaction(db: Db, account: string) {
  const opened = Promise.withResolvers<Db>();
  const done = Promise.withResolvers<void>();
  const stayOpen = (tx: Db) => {
    opened.resolve(tx);
    return done.promise;
  };
  const ended = queueWork(account, () => db.transaction(stayOpen, { accessMode: 'read only' }));
  ended.catch(opened.reject);
  const end = async () => {
    done.resolve();
    await ended.catch(() => {});
  };
  return { tx: await opened.promise, end };
}
