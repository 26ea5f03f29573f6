import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { sql } from 'drizzle-orm';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestService } from '../../../test/harness.ts';
import { freePort } from '../../../test/ports.ts';
import { fileForm } from '../../../test/requests.ts';
import { readConfig } from '../../platform/config.ts';
import { StartError } from '../../platform/errors.ts';
import { checkStorage, openStorage } from '../../platform/storage.ts';
import { collectMedia, findStrayMedia } from './media.service.ts';

/** Credentials of the test's storage server. */
const CREDENTIALS = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };

let directory: string;
let server: S3rver;
let settings: Record<string, string>;
let t: TestService;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agora-s3-'));
  const configureBuckets = [{ name: 'agora', configs: [] }];
  server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
  const { port } = await server.run();
  settings = { S3_BUCKET: 'agora', S3_ENDPOINT: `http://127.0.0.1:${port}`, ...CREDENTIALS };
  t = await TestService.start({ settings });
});
afterAll(async () => {
  await t.stop();
  await server.close();
  await rm(directory, { recursive: true });
});

it('stores and serves pictures in S3 storage and deletes unused ones', async () => {
  const { token } = await t.superuser();
  const pixels = randomBytes(400 * 300 * 3);
  const jpeg = await sharp(pixels, { raw: { width: 400, height: 300, channels: 3 } })
    .jpeg()
    .toBuffer();
  const { status, body } = await t.call('POST', '/media/', { token, ...fileForm(jpeg) });
  expect([status, body.sources.length]).toEqual([200, 2]);
  const path = body.sources[1].webp;
  const { statusCode, rawPayload } = await t.app.inject(path);
  expect([statusCode, (await sharp(rawPayload).metadata()).width]).toEqual([200, 400]);
  const stray = randomUUID();
  await t.storage.put(`${stray}/400.webp`, 'x');
  const work = { ...t, now: () => new Date(), storage: t.storage };
  await findStrayMedia(work);
  await collectMedia(work, async () => new Set());
  expect(await t.storage.exists(`${stray}/400.webp`)).toBe(false);
  expect((await t.app.inject(path)).statusCode).toBe(200);
  await t.db.execute(sql`update media set sent_at = sent_at - interval '25 hours'`);
  await collectMedia(work, async () => new Set());
  expect((await t.app.inject(path)).statusCode).toBe(404);
});

describe('S3 bucket check at startup', () => {
  const check = async (changed: Record<string, string>) => {
    const config = readConfig({ ...settings, ...changed });
    const warnings: unknown[] = [];
    const warn = (warning: unknown) => warnings.push(warning);
    await checkStorage(await openStorage(config), config, { warn });
    return warnings;
  };

  it('starts with a writable bucket and leaves no test object in it', async () => {
    expect(await check({})).toEqual([]);
    expect([...(await t.storage.listAll('/', { recursive: true })).objects]).toEqual([]);
  });

  it.each([
    ['a missing bucket', { S3_BUCKET: 'absent' }, 'NoSuchBucket'],
    ['rejected credentials', { S3_ACCESS_KEY_ID: 'other' }, 'InvalidAccessKeyId'],
  ])('refuses to start with %s and reports the settings and the reason', async (_, changed, reason) => {
    const start = check(changed);
    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow(new RegExp(`\\(${reason}\\).+S3_BUCKET.+S3_ENDPOINT`));
  });

  it('logs an unreachable storage at startup without failing', async () => {
    expect(await check({ S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` })).toEqual([
      { err: expect.objectContaining({ cause: expect.objectContaining({ code: 'ECONNREFUSED' }) }) },
    ]);
  });

  it('reports a missing bucket in the health of the services and logs the reason when an upload fails', async () => {
    const log = new PassThrough();
    const changed = { ...settings, S3_BUCKET: 'absent', LOG_LEVEL: 'error' };
    const absent = await TestService.start({ beside: t, settings: changed, log });
    const { token } = await absent.superuser();
    const { body } = await absent.call('GET', '/stats/health', { token });
    expect(body.data).toContainEqual({ code: 'storage', state: 'failing' });
    const create = { width: 20, height: 10, channels: 3, background: 'white' } as const;
    const picture = await sharp({ create }).png().toBuffer();
    expect((await absent.call('POST', '/media/', { token, ...fileForm(picture) })).status).toBe(500);
    await absent.stop();
    expect(JSON.parse(String(log.read())).err.cause).toEqual({ type: 'NoSuchBucket' });
  });
});
