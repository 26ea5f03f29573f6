import { beforeAll, expect, inject, it } from 'vitest';
import { createDatabase } from '../../../test/databases.ts';
import { openDatabase } from './client.ts';

let DATABASE_URL: string;
let other: string;
beforeAll(async () => {
  const server = inject('serverUrl');
  [DATABASE_URL, other] = await Promise.all([createDatabase(server), createDatabase(server)]);
});

const open = (urls: { DATABASE_DIRECT_URL?: string; MIGRATION_DATABASE_URL?: string }) =>
  openDatabase({
    DATABASE_URL,
    DATABASE_DIRECT_URL: undefined,
    MIGRATION_DATABASE_URL: undefined,
    READ_DATABASE_URL: undefined,
    DATA_DIR: '',
    ...urls,
  });

it.each(['DATABASE_DIRECT_URL', 'MIGRATION_DATABASE_URL'])(
  'refuses a %s of another database',
  async (name) => {
    await expect(open({ [name]: other })).rejects.toThrow(
      `${name} leads to another database than DATABASE_URL`,
    );
  },
);

it('accepts the same database', async () => {
  const { url, close } = await open({ MIGRATION_DATABASE_URL: DATABASE_URL });
  expect(url).toBe(DATABASE_URL);
  await close();
});
