import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createKey } from '../apps/api/test/backups.ts';
import { createDatabase } from '../apps/api/test/databases.ts';
import { Product } from '../apps/api/test/faults/products.ts';
import { SUPERUSER } from '../apps/api/test/harness.ts';
import { type Receiver, startReceiver } from '../apps/api/test/receiver.ts';

const bundled = (name: string) => new URL(`../apps/api/dist/${name}.js`, import.meta.url).pathname;

let DATABASE_URL: string;
let product: Product;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  DATABASE_URL = await createDatabase(inject('serverUrl'));
  const observing = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://${receiver.host}`,
    SENTRY_DSN: `http://key@${receiver.host}/1`,
  };
  product = await Product.start({ DATABASE_URL, ...observing }, undefined, [], bundled('main'));
});
afterAll(async () => {
  await product.end();
  receiver.stop();
});

it('serves pages, API and its documentation from the bundle', async () => {
  const { authorization = '' } = await product.signIn();
  const me = await fetch(`${product.base}/api/v1/users/me`, { headers: { authorization } });
  expect(await me.json()).toMatchObject({ email: SUPERUSER.email });
  expect(await product.status('/')).toBe(200);
  expect(await product.status('/docs/')).toBe(200);
});

it('sends traces from the bundle', async () => {
  await product.status('/api/v1/users/me');
  await expect.poll(() => receiver.received.map(({ body }) => body).join('')).toContain('/api/v1/users/me');
});

it('decodes an uploaded picture in the bundled child process', async () => {
  expect(await product.uploadPixel()).toMatchObject({ width: 1, height: 1 });
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

const runCommand = (args: readonly string[], settings: Record<string, string>) =>
  execFileSync(process.execPath, [bundled('cli'), ...args], {
    env: { ...process.env, NODE_ENV: '', SEED_DEMO: 'false', ...settings },
    encoding: 'utf8',
  });

it('runs a command from the bundle', () => {
  expect(runCommand(['list-superusers'], { DATABASE_URL })).toContain(SUPERUSER.email);
});

it('makes an encrypted backup, and restores it, from the bundle', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agora-bundle-'));
  const [BACKUP_DIR, MEDIA_DIR, key] = [join(folder, 'to'), join(folder, 'pictures'), join(folder, 'key')];
  await mkdir(BACKUP_DIR);
  const settings = { BACKUP_DIR, BACKUP_RECIPIENT: await createKey(key), MEDIA_DIR };
  const [name = ''] = /\d{8}T\d{6}Z/.exec(runCommand(['backup'], { ...settings, DATABASE_URL })) ?? [];
  const restored = await createDatabase(inject('serverUrl'), 'template1');
  runCommand(['restore', '--backup', name, '--identity', key], { ...settings, DATABASE_URL: restored });
  expect(runCommand(['list-superusers'], { DATABASE_URL: restored })).toContain(SUPERUSER.email);
  await rm(folder, { recursive: true });
});
