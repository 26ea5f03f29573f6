import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../../../test/harness.ts';
import { actingAs } from './audit-context.ts';
import { connect, type Database } from './client.ts';
import { cursor } from './cursor.ts';

const service = useService();

const numbers = (upTo: number) => sql`select i::int as number from generate_series(1, ${upTo}::int) as i`;

async function read<Row>(batches: AsyncIterable<Row[]>): Promise<Row[][]> {
  const all: Row[][] = [];
  for await (const rows of batches) all.push(rows);
  return all;
}

describe('cursor', () => {
  /** A single connection, so that a leaked cursor blocks the next query forever. */
  let single: Database;
  beforeAll(() => {
    single = connect(service().url, { max: 1 });
  });
  afterAll(() => single.close());

  const canQuery = async () => {
    const [row] = await single.db.execute<{ one: number }>(sql`select 1 as one`);
    return row?.one === 1;
  };

  it('returns every row once and in order, in batches of at most the requested size', async () => {
    const batches = await read(cursor<{ number: number }>(single.db, numbers(25), 10));
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(batches.flat().map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    expect(await canQuery()).toBe(true);
  });

  it('returns no batch when the query has no rows', async () => {
    expect(await read(cursor(single.db, numbers(0)))).toEqual([]);
  });

  it('releases the connection of a cursor when its reader stops early', async () => {
    for await (const rows of cursor(single.db, numbers(100), 10)) {
      expect(rows).toHaveLength(10);
      break;
    }
    expect(await canQuery()).toBe(true);
  });

  it('rejects when the query fails before or after the first batch and releases the connection', async () => {
    const failing = sql`select 1 / (15 - i) as number from generate_series(1, 20) as i`;
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const rows of cursor(single.db, failing, 10)) seen.push(...rows);
    })();
    await expect(reading).rejects.toThrow('Failed query');
    expect(seen).toHaveLength(10);
    await expect(read(cursor(single.db, sql`select nonsense`))).rejects.toThrow('Failed query');
    expect(await canQuery()).toBe(true);
  });

  it('supports a slow reader whose total time exceeds the statement timeout', async () => {
    const url = `${service().url}?statement_timeout=300`;
    const impatient = connect(url, { max: 1 });
    const batches: unknown[] = [];
    for await (const rows of cursor(impatient.db, numbers(30), 10)) {
      batches.push(rows);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(batches).toHaveLength(3);
    await impatient.close();
  });

  const closeIdleConnections = () =>
    service().db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`);

  it('rejects when the server closes the connection of the cursor between two batches', async () => {
    const reading = (async () => {
      for await (const _rows of cursor(single.db, numbers(100), 10)) {
        await closeIdleConnections();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    await expect(reading).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/^(57P01|CONNECTION_CLOSED)$/) },
    });
    expect(await canQuery()).toBe(true);
  });

  it('lets an account read again after the server closed the connection of its stalled cursor', () =>
    actingAs({ actor_kind: 'user', actor_id: 'reader' }, async () => {
      const stalled = cursor(single.db, numbers(100), 10);
      await stalled.next();
      await closeIdleConnections();
      expect(await read(cursor(single.db, numbers(10)))).toHaveLength(1);
      await stalled.return(undefined);
    }));
});
