import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { enqueue } from '../src/platform/jobs/queue.ts';
import {
  backUpService,
  checksumsOf,
  cli,
  contentOf,
  createKey,
  createOwnedDatabase,
  newFolder,
  restoreInto,
} from './backups.ts';
import { createDatabase } from './databases.ts';
import { useCleanups } from './faults/products.ts';
import { TestService } from './harness.ts';
import { installedPostgres, startInstalled } from './own-postgres.ts';
import { fileForm } from './requests.ts';

const cleanup = useCleanups(afterAll);

const folder = async (name: string) => {
  const path = await newFolder(name);
  cleanup(() => rm(path, { recursive: true, force: true }));
  return path;
};

/** A service with demo data, a job, a picture of a conversation, and texts with characters that COPY escapes. */
async function startSeeded(serverUrl: string): Promise<TestService> {
  const t = await TestService.start({
    settings: { SEED_DEMO: 'true' },
    beside: { url: await createDatabase(serverUrl, 'template1') },
  });
  const { token } = await t.member();
  const png = await sharp({ create: { width: 900, height: 700, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await t.call('POST', '/message-images/', { token, ...fileForm(png) });
  const description = 'Tab\tnewline\nbackslash \\ end \\.\n\\N “é” 🎉';
  await t.call('POST', '/items/', { token, json: { title: 'null \\N', description } });
  // Each in another partition.
  for (const months of [0, 2, 100])
    await t.db.execute(sql`
      with logged as (
        insert into audit_logs (at, actor_kind, action, entity_type, entity_id, changes)
        values (now() + ${months} * interval '1 month', 'system', 'updated', 'item', gen_random_uuid(), '{}')
        returning at
      )
      insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before)
      select first_uuid(at), gen_random_uuid(), gen_random_uuid(), 'ios', 'fr', at from logged`);
  await enqueue(t.db, 'housekeeping', { because: 'a test' });
  return t;
}

const installed = await installedPostgres();
const SERVERS = [
  ['copy', async () => ({ url: inject('serverUrl'), stop: async () => {} })],
  ...(installed ? [['pg_dump', () => startInstalled(installed)] as const] : []),
] as const;

describe.each(SERVERS)('a backup in the format %s', (format, startServer) => {
  let server: { url: string; stop: () => Promise<void> };
  let t: TestService;
  let target: Record<string, string>;
  beforeAll(async () => {
    server = await startServer();
    cleanup(() => server.stop());
    t = await startSeeded(server.url);
    cleanup(() => t.stop());
    target = { BACKUP_DIR: await folder('backups') };
  }, 60_000);

  it('brings back every row, constraint, trigger and picture, as a role that owns only the database', async () => {
    const settings = { ...target, DATABASE_URL: t.url, MEDIA_DIR: t.config.MEDIA_DIR ?? '' };
    const before = await contentOf(t.url);
    expect(Object.keys(before).length).toBeGreaterThan(40);
    const made = await cli(['backup'], settings);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const name = /\d{8}T\d{6}Z/.exec(made.stdout)?.[0] ?? '';
    const { stdout: list } = await cli(['list-backups'], settings);
    expect(list).toMatch(new RegExp(`^${name}\t${format}\t\\d+ bytes\t\\d+ pictures\tnot encrypted\n$`));

    const url = await createOwnedDatabase(server.url);
    const restored = { ...target, DATABASE_URL: url, MEDIA_DIR: await folder('restored') };
    expect(await cli(['restore', '--backup', name], restored)).toMatchObject({ code: 0, stderr: '' });
    expect(await contentOf(url)).toEqual(before);
    const pictures = await checksumsOf(restored.MEDIA_DIR);
    expect(pictures).toEqual(await checksumsOf(settings.MEDIA_DIR));
    expect(Object.keys(pictures).some((path) => path.startsWith('messages/'))).toBe(true);

    const again = await cli(['restore', '--backup', name], restored);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('The database is not empty')]);
    const started = await TestService.start({ beside: { url }, settings: { SEED_DEMO: 'false' } });
    cleanup(() => started.stop());
    const { token } = await started.superuser();
    expect((await started.call('GET', '/users/', { token })).status).toBe(200);
  }, 60_000);

  it('is consistent in itself while people write', async () => {
    const { token } = await t.member();
    const over = new AbortController();
    let written = 0;
    const write = async () => {
      for (; !over.signal.aborted; written += 1)
        await t.call('POST', '/items/', { token, json: { title: `No ${written}` } });
    };
    const writers = [write(), write()];
    const name = await backUpService(t, target, { now: () => new Date(Date.now() + 60_000) });
    over.abort();
    await Promise.all(writers);
    expect(written).toBeGreaterThan(5);
    const url = await createOwnedDatabase(server.url);
    await restoreInto(url, target, { name });
    const restored = postgres(url, { max: 1 });
    const [row] = await restored`select (select count(*)::int from items) as items,
      (select sum(delta)::int from row_counts where key = 'items' and owner_id is null) as counted,
      (select count(*)::int from items where not exists (select from audit_logs where entity_id = items.id))
        as unlogged, (select count(*)::int from items where title like 'No %') as written`;
    await restored.end();
    expect(row).toEqual({
      items: row?.['counted'],
      counted: row?.['items'],
      unlogged: 0,
      written: row?.['written'],
    });
  }, 60_000);

  it('of an older version is restored as it was, and migrated by the next start; not one of a newer version', async () => {
    const journal = await readFile(new URL('../drizzle/meta/_journal.json', import.meta.url), 'utf8');
    const entries: { when: number }[] = JSON.parse(journal).entries;
    const url = await createDatabase(server.url, 'template1');
    await migrate(url, undefined, entries[0]?.when);
    const older = connect(url);
    const settings = { BACKUP_DIR: await folder('older') };
    const name = await backUpService({ ...t, db: older.db, url }, settings);
    const restored = await createOwnedDatabase(server.url);
    await restoreInto(restored, settings, { name });
    expect(await contentOf(restored)).toEqual(await contentOf(url));
    await migrate(restored);
    await migrate(url);
    expect(Object.keys(await contentOf(restored))).toEqual(Object.keys(await contentOf(url)));

    await older.db.execute(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)`,
    );
    const later = () => new Date(Date.now() + 60_000);
    const next = await backUpService({ ...t, db: older.db, url }, settings, { now: later });
    await older.close();
    await expect(
      restoreInto(await createOwnedDatabase(server.url), settings, { name: next }),
    ).rejects.toThrow(`The backup ${next} is of a newer version: restore it with that one.`);
  }, 60_000);

  it('can be encrypted: only its key brings it back', async () => {
    const keys = await folder('keys');
    const [own, other] = [join(keys, 'own'), join(keys, 'other')];
    const recipient = await createKey(own);
    await createKey(other);
    const settings = { BACKUP_DIR: await folder('encrypted'), BACKUP_RECIPIENT: recipient };
    const name = await backUpService(t, settings);
    for (const path of Object.keys(await checksumsOf(settings.BACKUP_DIR)))
      if (!path.endsWith('manifest.json'))
        expect((await readFile(join(settings.BACKUP_DIR, path))).subarray(0, 21).toString()).toBe(
          'age-encryption.org/v1',
        );
    const url = await createOwnedDatabase(server.url);
    await expect(restoreInto(url, settings, { name })).rejects.toThrow(
      `The backup is encrypted for ${recipient}: name the file of its key in --identity.`,
    );
    await expect(restoreInto(url, settings, { name, identityFile: other })).rejects.toThrow(
      `The backup is encrypted for ${recipient}, and ${other} has no key for it.`,
    );
    const { pictures } = await restoreInto(url, settings, { name, identityFile: own });
    const { last_backup: _, ...source } = await contentOf(t.url);
    expect(await contentOf(url)).toMatchObject(source);
    expect(await checksumsOf(pictures)).toEqual(await checksumsOf(t.config.MEDIA_DIR ?? ''));
  }, 60_000);

  if (format === 'pg_dump')
    it('needs pg_restore, and says so', async () => {
      const settings = { BACKUP_DIR: await folder('without') };
      const name = await backUpService(t, settings);
      const DATABASE_URL = await createOwnedDatabase(server.url);
      const MEDIA_DIR = await folder('restored');
      const restored = await cli(['restore', '--backup', name], {
        ...settings,
        DATABASE_URL,
        MEDIA_DIR,
        PATH: '/nowhere',
      });
      expect([restored.code, restored.stderr]).toEqual([
        1,
        'The backup was made by pg_dump: install pg_restore of the same or a newer version.\n',
      ]);
    });

  it.each([
    ['changed', (path: string) => readFile(path).then((bytes) => writeFile(path, flipped(bytes)))],
    ['truncated', (path: string) => truncate(path, 100)],
    ['missing', (path: string) => rm(path)],
  ])('is refused with a %s file, before anything is restored', async (_, damage) => {
    const settings = { BACKUP_DIR: await folder('damaged') };
    const name = await backUpService(t, settings);
    const file = format === 'copy' ? 'tables/public.users.copy.zst' : 'database.dump';
    await damage(join(settings.BACKUP_DIR, name, file));
    const url = await createOwnedDatabase(server.url);
    await expect(restoreInto(url, settings, { name })).rejects.toThrow(
      new RegExp(`^${name}/${file} is (?:damaged: .+|missing in the backup)\\.$`),
    );
    await expect(contentOf(url)).resolves.toMatchObject({ sequences: [], triggers: [] });
  });
});

/** The same bytes, one of them changed. */
const flipped = (bytes: Buffer) => {
  bytes[50] = (bytes[50] ?? 0) ^ 1;
  return bytes;
};
