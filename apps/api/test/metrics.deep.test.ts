import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ROOT } from '../src/platform/package-files.ts';
import { createDatabase } from './databases.ts';
import { Product } from './faults/products.ts';
import { eventually, SUPERUSER } from './harness.ts';
import { freePort } from './ports.ts';

let product: Product;
let address: string;
beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const DATABASE_URL = await createDatabase(inject('serverUrl'));
  product = await Product.start({ DATABASE_URL, METRICS_PORT: String(port) });
});
afterAll(() => product.end());

const scrape = async () => (await fetch(`${address}/metrics`)).text();

/** Value of the series with these labels, which may have others. */
function valueOf(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const line = text
    .split('\n')
    .find(
      (line) =>
        /^[a-z_]+/.exec(line)?.[0] === name &&
        Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

it('counts responses by the pattern of their route, which contains no address', async () => {
  await fetch(`${product.base}/api/v1/password-recovery/canary@example.com`, { method: 'POST' });
  await fetch(`${product.base}/api/v1/users/me`);
  await fetch(`${product.base}/canary/unknown`);
  const text = await scrape();
  const responses = (route: string, status: string) =>
    valueOf(text, 'agora_http_response_seconds_count', { route, status });
  expect(responses('/api/v1/password-recovery/:email', '200')).toBe(1);
  expect(responses('/api/v1/users/me', '401')).toBe(1);
  expect(text).not.toContain('canary');
});

it('counts jobs, mails and open event streams', async () => {
  const { authorization = '' } = await product.signIn();
  const closing = new AbortController();
  const stream = await fetch(`${product.base}/api/v1/events`, {
    headers: { authorization },
    signal: closing.signal,
  });
  expect(stream.status).toBe(200);
  await fetch(`${product.base}/api/v1/password-recovery/${SUPERUSER.email}`, { method: 'POST' });
  await eventually(async () => valueOf(await scrape(), 'agora_mails_total', { outcome: 'sent' }));
  const text = await scrape();
  expect(valueOf(text, 'agora_event_streams')).toBe(1);
  expect(valueOf(text, 'agora_job_seconds_count', { outcome: 'done' })).toBeGreaterThan(0);
  expect(valueOf(text, 'agora_conversations_waiting')).toBe(0);
  expect(valueOf(text, 'agora_jobs_failed')).toBe(0);
  expect(valueOf(text, 'agora_database_statements', { pool: 'main', state: 'waiting' })).toBe(0);
  closing.abort();
  await eventually(async () => valueOf(await scrape(), 'agora_event_streams') === 0 || undefined);
});

it('serves nothing else on its port, and no metrics on the port of the API', async () => {
  expect((await fetch(`${address}/api/v1/users/me`)).status).toBe(404);
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
  const page = await fetch(`${product.base}/metrics`);
  expect(await page.text()).not.toContain('agora_http_response_seconds');
});

it.each(['docker/prometheus/alerts.yaml', 'docker/grafana/agora.json'])(
  'has every metric that %s queries',
  async (file) => {
    const text = await scrape();
    const names = new Set(
      [...(await readFile(ROOT + file, 'utf8')).matchAll(/\b(?:agora|nodejs|process)_[a-z\d_]+/g)].map(
        ([name]) => name,
      ),
    );
    expect(names.size).toBeGreaterThan(5);
    expect([...names].filter((name) => !new RegExp(`^(?:# TYPE )?${name}\\b`, 'm').test(text))).toEqual([]);
  },
);

it('has no label that Prometheus adds itself, and would rename', async () => {
  expect(await scrape()).not.toMatch(/[{,](?:job|instance)="/);
});
