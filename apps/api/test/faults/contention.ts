import { sql } from 'drizzle-orm';
import type { Db } from '../../src/platform/db/client.ts';

const ACCOUNTS = 12;
const AMOUNT = 1000;

/** Twelve balances: few enough for concurrent transfers to conflict. */
export async function openBank(db: Db): Promise<void> {
  await db.execute(sql`create table balances (id int primary key, amount int not null)`);
  await db.execute(
    sql`insert into balances select n, ${AMOUNT}::int from generate_series(1, ${ACCOUNTS}::int) n`,
  );
}

interface Contention {
  lanes: number;
  /** Sequential transfers per lane. */
  turns: number;
  isolationLevel: 'read committed' | 'serializable';
}

/** Transfers amounts concurrently. Returns the final failures and the error of the sum. */
export async function transferAtOnce(db: Db, { lanes, turns, isolationLevel }: Contention) {
  const transfer = (from: number, to: number) =>
    db.transaction(
      async (tx) => {
        await tx.execute(sql`update balances set amount = amount - 1 where id = ${from}`);
        await tx.execute(sql`update balances set amount = amount + 1 where id = ${to}`);
      },
      { isolationLevel },
    );
  const failures: unknown[] = [];
  const lane = async (_: unknown, name: number) => {
    for (let turn = 0; turn < turns; turn += 1)
      await transfer(1 + ((name + turn) % ACCOUNTS), 1 + ((name * 3 + turn + 1) % ACCOUNTS)).catch(
        (error: unknown) => failures.push(error),
      );
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const [sum] = await db.execute<{ total: number }>(sql`select sum(amount)::int as total from balances`);
  return { failures, error: (sum?.total ?? 0) - ACCOUNTS * AMOUNT };
}
