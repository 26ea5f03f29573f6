import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase } from '../apps/api/test/databases.ts';
import { Product } from '../apps/api/test/faults/products.ts';
import { SUPERUSER } from '../apps/api/test/harness.ts';
import { fileForm } from '../apps/api/test/requests.ts';

const bundled = (name: string) => new URL(`../apps/api/dist/${name}.js`, import.meta.url).pathname;

/** A PNG. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let DATABASE_URL: string;
let product: Product;
beforeAll(async () => {
  DATABASE_URL = await createDatabase(inject('serverUrl'));
  product = await Product.start({ DATABASE_URL }, undefined, [], bundled('main'));
});
afterAll(() => product.end());

it('serves pages, API and its documentation from the bundle', async () => {
  const { authorization = '' } = await product.signIn();
  const me = await fetch(`${product.base}/api/v1/users/me`, { headers: { authorization } });
  expect(await me.json()).toMatchObject({ email: SUPERUSER.email });
  expect(await product.status('/')).toBe(200);
  expect(await product.status('/docs/')).toBe(200);
});

it('decodes an uploaded picture in the bundled child process', async () => {
  const { authorization = '' } = await product.signIn();
  const { headers, payload } = fileForm(Buffer.from(PIXEL, 'base64'));
  const response = await fetch(`${product.base}/api/v1/media/`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: new Uint8Array(payload),
  });
  expect(await response.json()).toMatchObject({ width: 1, height: 1 });
});

it('reads a mail in the bundled worker thread', async () => {
  const raw = new TextEncoder().encode('Content-Type: text/plain\r\n\r\nMerci !');
  const sender = { address: 'zoe@example.com', names: [] };
  const worker = new Worker(bundled('messages.inbound.worker'), {
    workerData: { raw, sender, html: 'structure' },
  });
  const [mail] = await once(worker, 'message');
  await worker.terminate();
  expect(mail).toMatchObject({ text: 'Merci !' });
});

it('runs a command from the bundle', async () => {
  const env = { ...process.env, NODE_ENV: '', DATABASE_URL, SEED_DEMO: 'false' };
  const output = execFileSync(process.execPath, [bundled('cli'), 'list-superusers'], {
    env,
    encoding: 'utf8',
  });
  expect(output).toContain(SUPERUSER.email);
});
