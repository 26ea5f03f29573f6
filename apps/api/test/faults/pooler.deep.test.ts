import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ROOT } from '../../src/platform/package-files.ts';
import { createDatabase } from '../databases.ts';
import { hasPooler, startPooler } from './pooler.ts';
import { createItem, Product, useCleanups } from './products.ts';
import { TcpProxy } from './tcp-proxy.ts';

const cleanUp = useCleanups(afterAll);

/** The statement that operators copy: it sets the time limits of PgBouncer's connections. */
async function timeLimits(): Promise<string | undefined> {
  const settings = await readFile(`${ROOT}docker/failover/pgbouncer.ini`, 'utf8');
  return /connect_query='(.+)'/.exec(settings)?.[1];
}

// Without the package, as with apt-get install pgbouncer, there is nothing to test.
describe.runIf(await hasPooler())('PgBouncer in transaction mode', () => {
  let direct: string;
  let product: Product;
  beforeAll(async () => {
    direct = await createDatabase(inject('serverUrl'), 'template1');
    const pooler = await startPooler(direct, await timeLimits());
    cleanUp(() => pooler.stop());
    product = await Product.start({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct });
    cleanUp(() => product.end());
  });

  it('serves requests, exports, events and jobs', async () => {
    const headers = await product.signIn();
    const events = await fetch(`${product.base}/api/v1/events`, { headers });
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    const follow = async () => {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) return;
        seen += value;
      }
    };
    const following = follow().catch(() => {});
    const titles = Array.from({ length: 200 }, (_, n) => `item ${n}`);
    const made = await Promise.all(titles.map((title) => createItem(product.base, headers, title)));
    expect(made.filter(({ status }) => status !== 200)).toEqual([]);
    const list = await fetch(`${product.base}/api/v1/items/`, { headers });
    expect(await list.json()).toMatchObject({ count: 200 });
    const csv = await (await fetch(`${product.base}/api/v1/items/export`, { headers })).text();
    expect(titles.filter((title) => !csv.includes(title))).toEqual([]);
    const recovery = await fetch(`${product.base}/api/v1/password-recovery/admin@example.com`, {
      method: 'POST',
    });
    expect(recovery.status).toBe(200);
    await expect
      .poll(async () => (await fetch(`${product.base}/mailbox`)).text())
      .toContain('admin@example.com');
    await expect.poll(() => seen).toContain('"entity":"item"');
    await reader?.cancel();
    await following;
  });

  it('keeps the time limits of a statement', async () => {
    const headers = await product.signIn();
    const db = postgres(direct, { max: 1, onnotice: () => {} });
    cleanUp(() => db.end());
    await db.begin(async (tx) => {
      await tx`lock table items in exclusive mode`;
      expect(await createItem(product.base, headers, 'locked out')).toMatchObject({ status: 503 });
    });
    expect(await createItem(product.base, headers, 'let in')).toMatchObject({ status: 200 });
  });

  it('responds with 503 to statements that PostgreSQL dropped, and recovers', async () => {
    const network = await TcpProxy.to(Number(new URL(direct).port));
    cleanUp(() => network.refuse());
    const pooler = await startPooler(network.urlOf(direct), await timeLimits());
    cleanUp(() => pooler.stop());
    const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: network.urlOf(direct) };
    const other = await Product.start(settings);
    cleanUp(() => other.end());
    const headers = await other.signIn();
    const statuses = new Set<number | undefined>();
    for (let kill = 0; kill < 5; kill += 1) {
      const writing = Array.from({ length: 40 }, (_, n) => createItem(other.base, headers, `${kill} ${n}`));
      await sleep(10 * kill);
      network.reset();
      for (const { status } of await Promise.all(writing)) statuses.add(status);
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await createItem(other.base, headers, 'afterwards')).toMatchObject({ status: 200 });
  });

  it('refuses to start without time limits, and names them', async () => {
    const bare = await startPooler(direct);
    cleanUp(() => bare.stop());
    await expect(Product.start({ DATABASE_URL: bare.url, DATABASE_DIRECT_URL: direct })).rejects.toThrow(
      /^Sessions of DATABASE_URL have no idle_in_transaction_session_timeout, lock_timeout, statement_timeout: set them by connect_query.+\n$/,
    );
  });
});
