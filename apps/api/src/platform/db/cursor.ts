import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/**
 * The rows of a query in batches of `size`, of one snapshot, fetched as they are asked for: for results that
 * must not be held in memory. Each fetch is a statement with the time limit of one, so that a slow reader is
 * served; one that stalls is cut by `idle_in_transaction_session_timeout`, so that it can't keep a connection.
 *
 * Rows come as the driver has them: columns named as in the SQL, timestamps and bigints as strings.
 */
export async function* cursor<Row>(db: Db, query: SQLWrapper, size = 1000): AsyncGenerator<Row[]> {
  const { tx, end } = await openTransaction(db);
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

/** A read-only transaction that stays open until it is told to end. */
async function openTransaction(db: Db) {
  const opened = Promise.withResolvers<Db>();
  const done = Promise.withResolvers<void>();
  const ended = db.transaction(
    (tx) => {
      opened.resolve(tx);
      return done.promise;
    },
    { accessMode: 'read only' },
  );
  ended.catch(opened.reject);
  const end = async () => {
    done.resolve();
    await ended.catch(() => {});
  };
  return { tx: await opened.promise, end };
}
