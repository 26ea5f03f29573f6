import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../databases.ts';
import { eventually, TestService } from '../harness.ts';
import { abandonDownloads, idleTransactions } from './abandoned-downloads.ts';
import { createItem, Product, useCleanups } from './products.ts';
import { rollingLoad } from './rolling-load.ts';

const cleanUp = useCleanups(afterEach);

const startOne = async () => {
  const url = await createDatabase(inject('serverUrl'));
  const settings = { DATABASE_URL: url };
  const one = await Product.start(settings);
  cleanUp(() => one.end('SIGKILL'));
  const db = postgres(url, { max: 1, onnotice: () => {} });
  cleanUp(() => db.end());
  return { one, settings, db, headers: await one.signIn() };
};

const startPair = async () => {
  const started = await startOne();
  const pair = [started.one, await Product.start(started.settings)];
  cleanUp(() => Promise.all(pair.map((product) => product.end('SIGKILL'))));
  return { ...started, pair };
};

/** Asserts that every acknowledged item exists once, and no item twice. */
const expectKept = async (db: postgres.Sql, acknowledged: string[]) => {
  const titles = (await db`select title from items`).map(({ title }) => String(title));
  const kept = new Set(titles);
  expect(acknowledged.filter((title) => !kept.has(title))).toEqual([]);
  expect(titles.length).toBe(kept.size);
};

it('fails no call, and loses or repeats no write, during a rolling restart of two instances', async () => {
  const { pair, settings, db, headers } = await startPair();
  const over = new AbortController();
  const bases = pair.map(({ base }) => base);
  const load = rollingLoad(bases, headers, { lanes: 8, pace: 40, signal: over.signal });
  for (const [index, product] of pair.entries()) {
    await sleep(300);
    expect(await product.end('SIGTERM')).toBe(0);
    pair[index] = await Product.start(settings, product.port);
  }
  await sleep(300);
  over.abort();
  const { good, failures, acknowledged } = await load;
  expect(failures).toEqual([]);
  expect(good).toBeGreaterThan(100);
  await expectKept(db, acknowledged);
});

describe('SIGTERM', () => {
  it('finishes 50 slow calls and a download on SIGTERM, accepts no new calls and exits with 0', async () => {
    const { one, db, headers } = await startOne();
    await db`insert into items (id, owner_id, title, created_at)
      select gen_random_uuid(), u.id, 'row ' || n, now() from users u, generate_series(1, 20000) n`;
    const download = await fetch(`${one.base}/api/v1/items/export`, { headers });
    // Connections are opened first, so that no request is still in transit when the service is stopped.
    const early = Array.from({ length: 50 }, (_, n) => createItem(one.base, headers, `early ${n}`));
    expect((await Promise.all(early)).map(({ status }) => status)).toEqual(Array(50).fill(200));
    const slow = db.begin(async (tx) => {
      await tx`lock table items in exclusive mode`;
      const calls = Array.from({ length: 50 }, (_, n) => createItem(one.base, headers, `slow ${n}`));
      await eventually(async () => {
        const [waiting] = await tx`select count(*)::int as n from pg_locks where not granted`;
        return waiting?.['n'] > 0 || undefined;
      });
      await sleep(300);
      one.child.kill('SIGTERM');
      await sleep(300);
      expect((await createItem(one.base, headers, 'too late')).status).toBeUndefined();
      return { calls };
    });
    const { calls } = await slow;
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect((await download.text()).split('\n').length).toBeGreaterThan(20_000);
    const exit = one.child.exitCode ?? (await once(one.child, 'exit'))[0];
    expect(exit).toBe(0);
  });

  it('exits at once on a second SIGTERM', async () => {
    const { one, db, headers } = await startOne();
    await db.begin(async (tx) => {
      await tx`lock table items in exclusive mode`;
      const stuck = createItem(one.base, headers, 'stuck');
      await sleep(300);
      one.child.kill('SIGTERM');
      await sleep(300);
      expect(one.child.exitCode).toBeNull();
      one.child.kill('SIGTERM');
      await once(one.child, 'exit');
      expect((await stuck).status).toBeUndefined();
    });
  });
});

it('keeps every acknowledged write and repeats none when one of two instances is killed', async () => {
  const { pair, one, settings, db, headers } = await startPair();
  const over = new AbortController();
  const bases = pair.map(({ base }) => base);
  const load = rollingLoad(bases, headers, { lanes: 8, pace: 20, signal: over.signal });
  await sleep(500);
  await one.end('SIGKILL');
  await sleep(300);
  pair[0] = await Product.start(settings, one.port);
  await sleep(300);
  over.abort();
  const { failures, acknowledged } = await load;
  // A retry may find its key claimed by the killed instance: it has to wait, and never takes effect twice.
  expect(failures.filter((failure) => !failure.includes('call_in_progress'))).toEqual([]);
  expect(failures.length).toBeLessThanOrEqual(8);
  await expectKept(db, acknowledged);
});

it('leaves no open cursor or connection after aborted downloads', async () => {
  const t = await TestService.start();
  cleanUp(() => t.stop());
  const base = await t.app.listen({ host: '127.0.0.1', port: 0 });
  const db = postgres(t.url, { max: 1 });
  cleanUp(() => db.end());
  await db`insert into items (id, owner_id, title, created_at)
      select gen_random_uuid(), u.id, 'row ' || n, now() from users u, generate_series(1, 30000) n`;
  const { token } = await t.superuser();
  const headers = { authorization: `Bearer ${token}` };
  const url = `${base}/api/v1/items/export`;
  await abandonDownloads({ url, headers, lanes: 8, turns: 15 });
  await eventually(async () => ((await idleTransactions(db)).length === 0 ? true : undefined));
  const whole = await fetch(url, { headers });
  expect((await whole.text()).split('\n').length).toBeGreaterThan(30_000);
});
