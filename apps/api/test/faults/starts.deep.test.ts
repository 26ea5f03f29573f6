import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { describe, expect, inject, it } from 'vitest';
import { prepareDatabase } from '../../src/bootstrap.ts';
import { readConfig } from '../../src/platform/config.ts';
import { connect } from '../../src/platform/db/client.ts';
import { migrate, pendingMigrations } from '../../src/platform/db/migrate.ts';
import { createDatabase } from '../databases.ts';

const MIGRATIONS = new URL('../../drizzle', import.meta.url).pathname;
const ROUNDS = 10;

it('prepares an empty database once when six instances start concurrently', async () => {
  const url = await createDatabase(inject('serverUrl'), 'template1');
  const config = readConfig({ SEED_DEMO: 'true' });
  await Promise.all(Array.from({ length: 6 }, () => prepareDatabase(url, config, () => new Date())));
  const { db, close } = connect(url);
  const [row] = await db.execute(sql`select count(*)::int as users,
    count(*) filter (where is_superuser and is_active)::int as superusers from users`);
  expect(row).toEqual({ users: 509, superusers: 2 });
  await close();
});

describe('eight concurrent starts', () => {
  /** The time of the last migration but one. */
  const previous = () =>
    readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-2)?.folderMillis ?? Number.NaN;

  const open = async (url: string, work: (db: PostgresJsDatabase) => Promise<void>) => {
    const client = postgres(url, { max: 1, onnotice: () => {} });
    await work(drizzle(client));
    await client.end();
  };

  it.each([
    ['an empty database', async () => {}],
    ['a database of the previous version', (url: string) => migrate(url, undefined, previous())],
  ])('applies each migration to %s once when eight instances start concurrently', async (_, prepare) => {
    const config = readConfig({ SEED_DEMO: 'false' });
    for (let round = 0; round < ROUNDS; round += 1) {
      const url = await createDatabase(inject('serverUrl'), 'template1');
      await prepare(url);
      const starts = Array.from({ length: 8 }, () => prepareDatabase(url, config, () => new Date()));
      const outcomes = await Promise.allSettled(starts);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
      await open(url, async (db) => {
        expect(await pendingMigrations(db)).toBe(0);
        const repeated = await db.execute(
          sql`select hash from drizzle.__drizzle_migrations group by hash having count(*) > 1`,
        );
        expect([...repeated]).toEqual([]);
        const superusers = await db.execute(sql`select 1 from users where is_superuser`);
        expect(superusers).toHaveLength(1);
      });
    }
  });
});
