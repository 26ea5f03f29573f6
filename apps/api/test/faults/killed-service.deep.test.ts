import { afterEach, expect, inject, it } from 'vitest';
import { createDatabase } from '../databases.ts';
import { Product } from './products.ts';

const products: Product[] = [];
afterEach(async () => {
  for (const product of products.splice(0)) await product.end();
});

async function start(url: string): Promise<Product> {
  const product = await Product.start({ DATABASE_URL: url });
  products.push(product);
  return product;
}

it('keeps every confirmed item when the process is killed during writes', async () => {
  const url = await createDatabase(inject('serverUrl'));
  const killed = await start(url);
  const headers = await killed.signIn();
  const confirmed: string[] = [];
  let next = 0;
  const write = async () => {
    while (next < 400) {
      const body = JSON.stringify({ title: `item ${next++}` });
      const response = await fetch(`${killed.base}/api/v1/items/`, { method: 'POST', headers, body }).catch(
        () => undefined,
      );
      const item = (await response?.json().catch(() => undefined)) as { title: string } | undefined;
      if (!response?.ok || !item) return;
      confirmed.push(item.title);
      if (confirmed.length === 100) void killed.end('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
  expect(confirmed.length).toBeGreaterThanOrEqual(100);
  expect(confirmed.length).toBeLessThan(400);

  const restarted = await start(url);
  const response = await fetch(`${restarted.base}/api/v1/items/?limit=1000`, { headers });
  const { data } = (await response.json()) as { data: { title: string }[] };
  const kept = new Set(data.map(({ title }) => title));
  expect(confirmed.filter((title) => !kept.has(title))).toEqual([]);
});
