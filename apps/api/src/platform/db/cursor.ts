import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/**
 * Yields the rows of a query in batches of `size`, from one snapshot, fetched on demand: for results too
 * large for memory. Each fetch is a statement with its own time limit, so slow readers are served; a stalled
 * one is cut off by `idle_in_transaction_session_timeout`, and can't keep a connection.
 * Rows come in the driver's format: columns named as in the SQL, timestamps and bigints as strings.
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

/** Opens a read-only transaction that stays open until it is ended. */
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
