import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, inject, it } from 'vitest';
import { collectMedia } from '../../src/features/media/media.service.ts';
import { collectImages } from '../../src/features/messages/images/messages.images.service.ts';
import { shownAmong } from '../../src/features/news/news.queries.ts';
import { readConfig } from '../../src/platform/config.ts';
import { connect } from '../../src/platform/db/client.ts';
import { LONGEST_UPLOAD, openStorage } from '../../src/platform/storage.ts';
import { endWithTest } from '../child-processes.ts';
import { createDatabase } from '../databases.ts';
import { eventually } from '../harness.ts';
import { freePort } from '../ports.ts';
import { fileForm } from '../requests.ts';
import { Product, useCleanups } from './products.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

const cleanup = useCleanups(afterEach);

/** Limits files to 8 or 16 KiB, depending on the shell's unit: larger writes fail, even for root. */
const SMALL_FILES = ['/bin/sh', '-c', 'ulimit -f 16 && exec "$@"', 'sh'];

const picture = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();

it('keeps serving and stops while its log cannot be written, and logs again once there is room', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'agora-full-'));
  cleanup(() => rm(dir, { recursive: true }));
  const [log, errors] = [join(dir, 'log'), join(dir, 'errors')];
  const [shell = '', ...args] = SMALL_FILES;
  const port = await freePort();
  const settings = {
    NODE_ENV: '',
    SEED_DEMO: 'false',
    DATABASE_URL: await createDatabase(inject('serverUrl')),
    PORT: String(port),
    MEDIA_DIR: join(dir, 'media'),
  };
  const child = spawn(shell, [...args, process.execPath, MAIN], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', openSync(log, 'a'), openSync(errors, 'a')],
  });
  endWithTest(child);
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/api/v1/users/me`)).status;
  await eventually(() => ask().catch(() => undefined));
  const reports = async () => (await readFile(errors, 'utf8')).split('\n').slice(0, -1);
  const fill = (times: number) =>
    eventually(async () => {
      expect(await ask()).toBe(401);
      return (await reports()).length === times || undefined;
    });
  await fill(1);
  for (let call = 0; call < 10; call += 1) expect(await ask()).toBe(401);
  await truncate(log);
  await eventually(async () => (await readFile(log, 'utf8')).includes('/api/v1/users/me') || undefined);
  await fill(2);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await reports()).toEqual(
    Array(2).fill(expect.stringMatching(/^The log can't be written \(EFBIG.+\): make room for it\.$/)),
  );
});

it('rejects an upload to a full disk with storage_full and deletes incomplete files', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'agora-full-'));
  cleanup(() => rm(dir, { recursive: true }));
  const url = await createDatabase(inject('serverUrl'));
  const product = await Product.start({ DATABASE_URL: url, MEDIA_DIR: dir }, undefined, SMALL_FILES);
  cleanup(() => product.end('SIGKILL'));
  const { authorization = '' } = await product.signIn();
  const send = async (path: string, bytes: Buffer) => {
    const { payload, headers } = fileForm(bytes);
    const response = await fetch(`${product.base}/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, authorization },
      body: new Uint8Array(payload),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  for (const path of ['/media/', '/message-images/']) {
    const { status, body } = await send(path, await picture(400, 300));
    expect([status, body['code']]).toEqual([507, 'storage_full']);
    expect((await send(path, await picture(20, 10))).status).toBe(200);
  }
  expect([(await readdir(dir)).length, (await readdir(join(dir, 'messages'))).length]).toEqual([3, 2]);

  const { db, close } = connect(url);
  cleanup(close);
  const storage = await openStorage(readConfig({ MEDIA_DIR: dir }));
  const work = { db, storage, now: () => new Date(Date.now() + LONGEST_UPLOAD) };
  await collectMedia(work, shownAmong);
  await collectImages(work);
  expect([(await readdir(dir)).length, (await readdir(join(dir, 'messages'))).length]).toEqual([2, 1]);
});
