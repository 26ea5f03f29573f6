import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findLastBackup } from '../src/platform/backup/backup.queries.ts';
import { backUp } from '../src/platform/backup/backup.ts';
import { withBackupLock } from '../src/platform/backup/connection.ts';
import { lastTime, runDueBackup, startDueBackup } from '../src/platform/backup/schedule.ts';
import { openTarget } from '../src/platform/backup/target.ts';
import { readConfig } from '../src/platform/config.ts';
import { backUpService, checksumsOf, cli, contentOf, newFolder, restoreInto } from './backups.ts';
import { createDatabase } from './databases.ts';
import { useCleanups } from './faults/products.ts';
import { useService } from './harness.ts';
import { freePort } from './ports.ts';
import { fileForm } from './requests.ts';

const service = useService();
const cleanup = useCleanups(afterAll);

const folder = async (name: string) => {
  const path = await newFolder(name);
  cleanup(() => rm(path, { recursive: true, force: true }));
  return path;
};

/** Uploads a picture. @returns its id */
async function upload(background: string): Promise<string> {
  const { token } = await service().superuser();
  const create = { width: 900, height: 600, channels: 3, background } as const;
  const { body } = await service().call('POST', '/media/', {
    token,
    ...fileForm(await sharp({ create }).png().toBuffer()),
  });
  return body.id;
}

function* chunksOf(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
}

const at = (day: number) => () => new Date(Date.UTC(2030, 0, day, 3, 30));
const namesIn = async (path: string) => (await readdir(path)).filter((name) => name.endsWith('Z')).toSorted();

describe('old backups', () => {
  it('are deleted after BACKUP_KEEP_DAYS, with the pictures that no other names', async () => {
    const BACKUP_DIR = await folder('old');
    const settings = { BACKUP_DIR, BACKUP_KEEP_DAYS: '7' };
    const gone = await upload('red');
    await backUpService(service(), settings, { now: at(1) });
    await service().storage.deleteAll(`${gone}/`);
    const kept = await upload('blue');
    await backUpService(service(), settings, { now: at(2) });
    const foreign = [
      'notes.txt',
      '20300101T033000Z.txt',
      `pictures/plain/${randomUUID()}.txt`,
      'other/manifest.json',
    ];
    await mkdir(join(BACKUP_DIR, 'other'));
    for (const path of foreign) await writeFile(join(BACKUP_DIR, path), 'not of this product');
    const pictures = async () =>
      new Set((await readdir(join(BACKUP_DIR, 'pictures/plain'))).filter((id) => !id.endsWith('.txt')));

    await backUpService(service(), settings, { now: at(8) });
    expect(await namesIn(BACKUP_DIR)).toEqual(['20300101T033000Z', '20300102T033000Z', '20300108T033000Z']);
    expect((await pictures()).has(gone)).toBe(true);
    const second = () => new Date(at(8)().getTime() + 1000);
    await backUpService(service(), settings, { now: second });
    expect(await namesIn(BACKUP_DIR)).toEqual(['20300102T033000Z', '20300108T033000Z', '20300108T033001Z']);
    const paths = Object.keys(await checksumsOf(join(BACKUP_DIR, 'pictures/plain')));
    const left = new Set(paths.map((path) => path.split('/')[0]));
    expect([left.has(gone), left.has(kept)]).toEqual([false, true]);
    expect(Object.keys(await checksumsOf(BACKUP_DIR))).toEqual(expect.arrayContaining(foreign));
  });

  it('never include the newest good one, but those that never ended', async () => {
    const BACKUP_DIR = await folder('newest');
    const settings = { BACKUP_DIR, BACKUP_KEEP_DAYS: '1' };
    const name = await backUpService(service(), settings, { now: at(1) });
    await mkdir(join(BACKUP_DIR, '20300102T033000Z'));
    await writeFile(join(BACKUP_DIR, '20300102T033000Z', 'database.dump'), 'half');
    const failing = Object.assign(Object.create(service().storage), {
      listAll: () => Promise.reject(new Error('The storage of pictures is away')),
    });
    await expect(backUpService(service(), settings, { now: at(20), storage: failing })).rejects.toThrow(
      'The storage of pictures is away',
    );
    expect(await namesIn(BACKUP_DIR)).toEqual([name]);
    await restoreInto(await createDatabase(inject('serverUrl'), 'template1'), settings, { name });
  });

  it('stay, with all pictures, if a newer version wrote one of them', async () => {
    const BACKUP_DIR = await folder('newer');
    const picture = await upload('green');
    await backUpService(service(), { BACKUP_DIR }, { now: at(1) });
    await writeFile(join(BACKUP_DIR, '20300101T033000Z/manifest.json'), '{"layout":2}');
    await service().storage.deleteAll(`${picture}/`);
    const name = await backUpService(service(), { BACKUP_DIR, BACKUP_KEEP_DAYS: '1' }, { now: at(9) });
    expect(await namesIn(BACKUP_DIR)).toEqual(['20300101T033000Z', name]);
    expect(await readdir(join(BACKUP_DIR, 'pictures/plain'))).toContain(picture);
    const { stdout } = await cli(['list-backups'], { BACKUP_DIR });
    expect(stdout).toMatch(/^20300101T033000Z\tcan't be read: .+\n20300109T033000Z\tcopy\t/);
  });
});

it('copies each picture once, and again if the target lost it', async () => {
  const BACKUP_DIR = await folder('once');
  await upload('gray');
  const storage = service().storage;
  let copied = 0;
  const counting = Object.assign(Object.create(storage), {
    getBytes: (path: string) => {
      copied += 1;
      return storage.getBytes(path);
    },
    listAll: storage.listAll.bind(storage),
  });
  await backUpService(service(), { BACKUP_DIR }, { now: at(1), storage: counting });
  const all = copied;
  await backUpService(service(), { BACKUP_DIR }, { now: at(2), storage: counting });
  expect([all > 0, copied]).toEqual([true, all]);
  const [lost = ''] = Object.keys(await checksumsOf(join(BACKUP_DIR, 'pictures/plain')));
  await rm(join(BACKUP_DIR, 'pictures/plain', lost));
  await backUpService(service(), { BACKUP_DIR }, { now: at(3), storage: counting });
  expect(copied).toBe(all + 1);
});

it('restores everything else if a picture is damaged, and names it', async () => {
  const BACKUP_DIR = await folder('picture');
  await upload('white');
  const name = await backUpService(service(), { BACKUP_DIR });
  const [path = ''] = Object.keys(await checksumsOf(join(BACKUP_DIR, 'pictures/plain')));
  await writeFile(join(BACKUP_DIR, 'pictures/plain', path), 'damaged');
  const url = await createDatabase(inject('serverUrl'), 'template1');
  const restored = await cli(['restore', '--backup', name], {
    BACKUP_DIR,
    DATABASE_URL: url,
    MEDIA_DIR: await folder('to'),
  });
  expect(restored.code).toBe(1);
  expect(restored.stderr).toMatch(
    new RegExp(`could not be restored:\npictures/plain/${path} is damaged: .+\n$`),
  );
  const { last_backup: _, ...source } = await contentOf(service().url);
  expect(await contentOf(url)).toMatchObject(source);
});

describe('a target that cannot be used', () => {
  /** Limits files to 8 or 16 KiB, depending on the shell's unit: larger writes fail, even for root. */
  const SMALL_FILES = ['/bin/sh', '-c', 'ulimit -f 16 && exec "$@"', 'sh'];

  it.each([
    [
      'is full',
      SMALL_FILES,
      (dir: string) => dir,
      /^The target of the backups is full \(EFBIG\): make room there\.\n$/,
    ],
    [
      'is missing',
      [],
      (dir: string) => `${dir}/absent`,
      /^The target of the backups can't be used \(ENOENT\): create or mount BACKUP_DIR\.\n$/,
    ],
  ])('ends the backup with one line if it %s, and lists nothing', async (_, wrapper, path, line) => {
    const dir = await folder('unusable');
    await service().db.execute(sql`insert into mailbox (id, recipient, subject, html, text)
      select gen_random_uuid(), 'a@example.com', string_agg(gen_random_uuid()::text, ''), '', ''
      from generate_series(1, 3000)`);
    const settings = {
      BACKUP_DIR: path(dir),
      DATABASE_URL: service().url,
      MEDIA_DIR: service().config.MEDIA_DIR ?? '',
    };
    const made = await cli(['backup'], settings, wrapper);
    expect([made.code, made.stdout]).toEqual([1, '']);
    expect(made.stderr).toMatch(line);
    expect(await namesIn(dir)).toEqual([]);
  });

  it('ends the backup with one line if the bucket does not answer, or rejects the keys', async () => {
    const S3_ENDPOINT = `http://127.0.0.1:${await freePort()}`;
    const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
    await expect(backUpService(service(), { BACKUP_BUCKET: 'agora', S3_ENDPOINT, ...keys })).rejects.toThrow(
      /^The target of the backups can't be used \(ECONNREFUSED.*\): check BACKUP_BUCKET, S3_ENDPOINT, S3_REGION and the keys\.$/,
    );
  });
});

describe('a bucket', () => {
  let server: S3rver;
  let directory: string;
  let settings: Record<string, string>;
  beforeAll(async () => {
    directory = await folder('s3');
    const configureBuckets = [{ name: 'shared', configs: [] }];
    server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
    const { port } = await server.run();
    const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
    settings = { BACKUP_BUCKET: 'shared/agora/here', S3_ENDPOINT: `http://127.0.0.1:${port}`, ...keys };
  });
  afterAll(() => server.close());

  it('takes backups in a folder of it, and keeps the files of other products', async () => {
    const { url } = service();
    const other = await openTarget(readConfig({ ...settings, BACKUP_BUCKET: 'shared/agora' }));
    const foreign = ['20290101T000000Z/tables/x', 'here-too/manifest.json', 'pictures/plain/photo.jpg'];
    for (const path of foreign) await other.write(path, Readable.from([Buffer.from('other')]));
    await upload('yellow');
    const short = { ...settings, BACKUP_KEEP_DAYS: '1' };
    await backUpService(service(), short, { now: at(1) });
    await backUpService(service(), short, { now: at(2) });
    const name = await backUpService(service(), short, { now: at(4) });
    const { stdout } = await cli(['list-backups'], settings);
    expect(stdout.match(/^\w+/gm)).toEqual(['20300102T033000Z', name]);
    const target = await createDatabase(inject('serverUrl'), 'template1');
    const { pictures } = await restoreInto(target, settings, { name });
    const { last_backup: _, ...source } = await contentOf(url);
    expect(await contentOf(target)).toMatchObject(source);
    expect(await checksumsOf(pictures)).toEqual(await checksumsOf(service().config.MEDIA_DIR ?? ''));
    const left: string[] = [];
    for await (const path of other.list('')) left.push(path);
    expect(left).toEqual(expect.arrayContaining(foreign));
  }, 60_000);

  it('takes files of several parts', async () => {
    const target = await openTarget(readConfig(settings));
    const bytes = randomBytes(35_000_000);
    const stored = await target.write('20280101T000000Z/large', Readable.from(chunksOf(bytes)));
    expect(stored.bytes).toBe(bytes.length);
    expect(bytes.equals(await buffer(await target.read('20280101T000000Z/large', stored)))).toBe(true);
  });
});

describe('the daily backup', () => {
  const scheduled = async (BACKUP_DIR: string, now: () => Date) => {
    const config = { ...service().config, BACKUP_DIR, BACKUP_AT: '03:30', TIME_ZONE: 'Europe/Paris' };
    return { ...service(), db: service().db, storage: service().storage, url: service().url, config, now };
  };
  const queued = async () => {
    const rows = await service().db.execute(
      sql`select from graphile_worker.jobs where task_identifier = 'back_up'`,
    );
    return rows.length;
  };

  it('is queued once when its time has come, and made once', async () => {
    const { db } = service();
    const dir = await folder('daily');
    await db.execute(sql`delete from last_backup`);
    const deps = await scheduled(dir, () => new Date('2030-06-01T12:00:00Z'));
    await startDueBackup(deps);
    await startDueBackup(deps);
    expect(await queued()).toBe(1);
    await runDueBackup(deps);
    await runDueBackup(deps);
    await db.execute(sql`delete from graphile_worker._private_jobs`);
    expect(await namesIn(dir)).toEqual(['20300601T120000Z']);
    expect(await findLastBackup(db)).toEqual(new Date('2030-06-01T12:00:00Z'));
    await startDueBackup(await scheduled(dir, () => new Date('2030-06-02T01:29:00Z')));
    expect(await queued()).toBe(0);
    await startDueBackup(await scheduled(dir, () => new Date('2030-06-02T01:30:00Z')));
    expect(await queued()).toBe(1);
    await db.execute(sql`delete from graphile_worker._private_jobs`);
  });

  it('is not made twice at the same time: the second attempt ends without effect', async () => {
    const dir = await folder('twice');
    const deps = await scheduled(dir, () => new Date('2030-07-01T12:00:00Z'));
    await withBackupLock(deps.url, async () => {
      await runDueBackup(deps);
      expect(await backUp(deps)).toBeUndefined();
      const settings = { BACKUP_DIR: dir, DATABASE_URL: deps.url };
      const { code, stderr } = await cli(['backup'], settings);
      expect([code, stderr]).toEqual([1, 'Another backup is being made: wait until it has ended.\n']);
    });
    expect(await readdir(dir)).toEqual([]);
    await runDueBackup(deps);
    expect(await namesIn(dir)).toEqual(['20300701T120000Z']);
  });

  it.each([
    [
      '2030-03-31T01:00:00Z',
      '02:30',
      '2030-03-31T01:30:00Z',
      'skipped by the clocks: half an hour later',
      false,
    ],
    ['2030-03-31T01:30:00Z', '02:30', '2030-03-31T01:30:00Z', 'skipped by the clocks', true],
    ['2030-10-27T01:30:00Z', '02:30', '2030-10-27T00:30:00Z', 'repeated by the clocks: the first time', true],
  ])('at %s has its last time of %s at %s, which is %s', (now, time, last, _, isToday) => {
    const expected = isToday ? Date.parse(last) : Date.parse('2030-03-30T01:30:00Z');
    expect(lastTime(new Date(now), time, 'Europe/Paris')).toBe(expected);
  });
});
