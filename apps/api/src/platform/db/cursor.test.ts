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

  const answers = async () => {
    const [row] = await single.db.execute<{ one: number }>(sql`select 1 as one`);
    return row?.one === 1;
  };

  it('gives every row once and in order, in batches no larger than asked for', async () => {
    const batches = await read(cursor<{ number: number }>(single.db, numbers(25), 10));
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(batches.flat().map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    expect(await answers()).toBe(true);
  });

  it('gives no batch where there are no rows', async () => {
    expect(await read(cursor(single.db, numbers(0)))).toEqual([]);
  });

  it('lets its connection go when its reader stops early', async () => {
    for await (const rows of cursor(single.db, numbers(100), 10)) {
      expect(rows).toHaveLength(10);
      break;
    }
    expect(await answers()).toBe(true);
  });

  it('fails where the query fails, be it in the middle, and lets its connection go', async () => {
    const failing = sql`select 1 / (15 - i) as number from generate_series(1, 20) as i`;
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const rows of cursor(single.db, failing, 10)) seen.push(...rows);
    })();
    await expect(reading).rejects.toThrow('Failed query');
    expect(seen).toHaveLength(10);
    await expect(read(cursor(single.db, sql`select nonsense`))).rejects.toThrow('Failed query');
    expect(await answers()).toBe(true);
  });

  it('serves a reader that takes longer in all than a statement may', async () => {
    const url = `${service().url}?statement_timeout=300`;
    const hurried = connect(url, { max: 1 });
    const batches: unknown[] = [];
    for await (const rows of cursor(hurried.db, numbers(30), 10)) {
      batches.push(rows);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(batches).toHaveLength(3);
    await hurried.close();
  });

  const endIdle = () =>
    service().db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`);

  it('fails when the server ends its connection between two batches', async () => {
    const reading = (async () => {
      for await (const _rows of cursor(single.db, numbers(100), 10)) {
        await endIdle();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    await expect(reading).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/^(57P01|CONNECTION_CLOSED)$/) },
    });
    expect(await answers()).toBe(true);
  });

  it('lets its account read again once the server has ended its connection', () =>
    actingAs({ actor_kind: 'user', actor_id: 'reader' }, async () => {
      const stalled = cursor(single.db, numbers(100), 10);
      await stalled.next();
      await endIdle();
      expect(await read(cursor(single.db, numbers(10)))).toHaveLength(1);
      await stalled.return(undefined);
    }));
});
