import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connect, type Database } from '../../src/platform/db/client.ts';
import { cursor } from '../../src/platform/db/cursor.ts';
import { isDatabaseUnavailable } from '../../src/platform/db/errors.ts';
import { urlOf } from '../databases.ts';
import { createItem, Product, useCleanups } from './products.ts';
import { startPair } from './standby.ts';
import { TcpProxy } from './tcp-proxy.ts';

const cleanUp = useCleanups(afterAll);

let urls: { primary: string; standby: string };
let network: TcpProxy;
let database: Database;
let standby: Database;
const warnings: string[] = [];
const log = { warn: (_: object, line: string) => warnings.push(line) } as unknown as FastifyBaseLogger;

beforeAll(async () => {
  // Queries on the standby are cancelled at once if they need rows that the primary removes.
  const pair = await startPair(['max_standby_streaming_delay = 0', 'hot_standby_feedback = off']);
  cleanUp(() => pair.remove());
  network = await TcpProxy.to(Number(new URL(pair.standby.url).port));
  cleanUp(() => network.refuse());
  urls = { primary: pair.primary.url, standby: network.urlOf(pair.standby.url) };
  database = connect(urls.primary, { standby: urls.standby, log });
  cleanUp(() => database.close());
  standby = connect(pair.standby.url);
  cleanUp(() => standby.close());
  await database.db.execute(sql`create table numbers (value int)`);
});
beforeEach(() => {
  warnings.length = 0;
});

const insert = (upTo: number) =>
  database.db.execute(sql`insert into numbers select generate_series(1, ${upTo}::int)`);

/** Exports the numbers. @returns how many there are, and whether the standby said so */
async function exported() {
  let rows = 0;
  let onStandby = false;
  const query = sql`select value, pg_is_in_recovery() as on_standby from numbers`;
  for await (const batch of cursor<{ on_standby: boolean }>(database.longReads, query, 10)) {
    rows += batch.length;
    onStandby = batch.every(({ on_standby }) => on_standby);
  }
  return { rows, onStandby };
}

it('exports on the standby everything that was written before', async () => {
  for (let round = 1; round <= 20; round += 1) {
    await insert(10);
    expect(await exported()).toEqual({ rows: 10 * round, onStandby: true });
  }
  expect(warnings).toEqual([]);
});

it('exports on the primary while the standby lags behind', async () => {
  const { rows } = await exported();
  await standby.db.execute(sql`select pg_wal_replay_pause()`);
  await insert(1);
  expect(await exported()).toEqual({ rows: rows + 1, onStandby: false });
  expect(warnings).toEqual(['a long read takes the primary in place of the standby']);
  await standby.db.execute(sql`select pg_wal_replay_resume()`);
  await expect.poll(exported).toEqual({ rows: rows + 1, onStandby: true });
});

it('reports an export that the standby cancels, and exports again', async () => {
  await insert(5_000);
  const { rows } = await exported();
  const reading = cursor(database.longReads, sql`select value from numbers`, 10);
  expect((await reading.next()).value).toHaveLength(10);
  await database.db.execute(sql`delete from numbers where value > 10`);
  await database.db.execute(sql`vacuum (freeze) numbers`);
  const rest = async () => {
    while (!(await reading.next()).done);
  };
  const error = await rest().catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(await exported()).toEqual({ rows: rows - 4_990, onStandby: true });
});

it('exports on the primary if the standby has another database', async () => {
  const { rows } = await exported();
  await database.db.execute(sql`create database other`);
  const mixed = connect(urls.primary, { standby: urlOf(urls.standby, 'other'), log });
  cleanUp(() => mixed.close());
  await expect
    .poll(() => standby.db.execute(sql`select from pg_database where datname = 'other'`))
    .toHaveLength(1);
  const found = await cursor(mixed.longReads, sql`select value from numbers`, 1_000).next();
  expect(found.value).toHaveLength(rows);
  expect(warnings).toEqual(['a long read takes the primary in place of the standby']);
});

it('exports through HTTP what the caller just wrote', async () => {
  const product = await Product.start({ DATABASE_URL: urls.primary, READ_DATABASE_URL: urls.standby });
  cleanUp(() => product.end());
  const headers = await product.signIn();
  for (const title of ['one', 'two', 'three']) {
    expect(await createItem(product.base, headers, title)).toMatchObject({ status: 200 });
    const response = await fetch(`${product.base}/api/v1/items/export`, { headers });
    expect(await response.text()).toContain(title);
  }
  expect(product.output).not.toContain('takes the primary');
});

it('exports on the primary while the standby does not respond, or is gone', async () => {
  const { rows } = await exported();
  network.trouble({ isBlackHole: true });
  expect(await exported()).toEqual({ rows, onStandby: false });
  network.trouble();
  await expect.poll(exported).toEqual({ rows, onStandby: true });
  await network.refuse();
  expect(await exported()).toEqual({ rows, onStandby: false });
  await network.accept();
  await expect.poll(exported).toEqual({ rows, onStandby: true });
});

it('counts as unavailable for changes while it is a standby, as a former primary does', async () => {
  const error = await standby.db.execute(sql`truncate numbers`).catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
});

it('exports on the primary once the standby is promoted', async () => {
  const { rows } = await exported();
  await standby.db.execute(sql`select pg_promote()`);
  await standby.db.execute(sql`truncate numbers`);
  expect(await exported()).toEqual({ rows, onStandby: false });
});
