import { eq, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { integer, type PgDatabase, type PgQueryResultHKT, pgTable, text } from 'drizzle-orm/pg-core';
import { Pool } from 'pg';
import { connect } from '../apps/api/src/platform/db/client.ts';
import { median, withDatabase } from './support.ts';

/**
 * Compares the product's patched driver and pool with `pg` and its own pool: prepared queries by Drizzle, 64 at a time
 * over ten connections. Both alternate in one process; the CPU time per query is nearly independent of other load.
 */
const ROUNDS = 5;
const MILLISECONDS = 3_000;
const CONCURRENCY = 64;
const CONNECTIONS = 10;

const rows = pgTable('rows', { id: integer().primaryKey(), text: text().notNull() });

type Queries = Record<string, () => Promise<unknown>>;

function queriesOf<Result extends PgQueryResultHKT>(db: PgDatabase<Result>): Queries {
  const one = db
    .select()
    .from(rows)
    .where(eq(rows.id, sql.placeholder('id')))
    .prepare('one');
  const page = db.select().from(rows).where(lt(rows.id, 100)).orderBy(rows.id).prepare('page');
  return {
    'a row by its key': () => one.execute({ id: Math.floor(Math.random() * 10_000) }),
    'a list of 100 rows': () => page.execute(),
    // Read-only, because the product's other transactions also record their actor.
    'a transaction': () => db.transaction((tx) => tx.execute(sql`select 1`), { accessMode: 'read only' }),
  };
}

interface Measured {
  /** Queries per second. */
  rate: number;
  /** CPU time of this process per query, in microseconds. */
  cpu: number;
}

async function measure(query: () => Promise<unknown>): Promise<Measured> {
  const end = performance.now() + MILLISECONDS;
  const before = process.cpuUsage();
  let count = 0;
  const repeat = async () => {
    while (performance.now() < end) {
      await query();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, repeat));
  const { user, system } = process.cpuUsage(before);
  return { rate: (count * 1000) / MILLISECONDS, cpu: (user + system) / count };
}

await withDatabase(async ({ sql: admin, settings }) => {
  await admin`create table rows (id integer primary key, text text not null)`;
  await admin`insert into rows select n, repeat('x', 200) from generate_series(0, 9999) n`;
  const url = settings['DATABASE_URL'] ?? '';
  const product = connect(url, { max: CONNECTIONS });
  const pool = new Pool({ connectionString: url, max: CONNECTIONS });
  const [ours, theirs] = [queriesOf(product.db), queriesOf(drizzle(pool))];
  console.log(
    `${ROUNDS} rounds of ${MILLISECONDS / 1000} s, ${CONCURRENCY} at a time; medians, ours before pg`,
  );
  for (const [name, query] of Object.entries(ours)) {
    const other = theirs[name] ?? query;
    const rounds: [Measured, Measured][] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push([await measure(query), await measure(other)]);
    const both = (of: (measured: Measured) => number) =>
      ([0, 1] as const).map((at) => median(rounds.map((round) => of(round[at]))));
    const [rate = 0, otherRate = 0] = both(({ rate }) => rate);
    const cpu = both(({ cpu }) => cpu).map((each) => `${each.toFixed(0)} µs`);
    console.log(
      `  ${name.padEnd(20)} ${rate.toFixed(0)}/s, ${otherRate.toFixed(0)}/s, ratio ${(rate / otherRate).toFixed(2)}; CPU ${cpu.join(', ')}`,
    );
  }
  await pool.end();
  await product.close();
});
