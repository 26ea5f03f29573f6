import { email as emailField, password as passwordField } from '@agora/contract/shared/fields';
import { z } from 'zod';
import { prepareForCommand, seed } from '../bootstrap.ts';
import { unlinkUser } from '../features/accounts/oidc/accounts.oidc.service.ts';
import { resetFactor } from '../features/accounts/second-factor/accounts.second-factor.service.ts';
import { listSuperusers } from '../features/accounts/users/accounts.users.queries.ts';
import {
  changeUser,
  createUser,
  findUserByEmail,
} from '../features/accounts/users/accounts.users.service.ts';
import { sumUpStatistics } from '../features/dashboard/dashboard.tallies.service.ts';
import { hashPassword } from '../platform/auth/passwords.ts';
import { type BackupDeps, backUp, listBackups } from '../platform/backup/backup.ts';
import { restore } from '../platform/backup/restore.ts';
import { type Db, openDatabase } from '../platform/db/client.ts';
import { isEasyToGuess } from '../platform/easy-passwords.ts';
import { AppError, StartError } from '../platform/errors.ts';
import type { Config } from '../platform/settings.ts';
import { openStorage } from '../platform/storage.ts';
import { askPassword } from './ask-password.ts';

/** Invalid usage of a command. */
export class UsageError extends Error {}

interface Options {
  email?: string | undefined;
  name?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  backup?: string | undefined;
  identity?: string | undefined;
}

type Command = (config: Config, options: Options) => Promise<void>;

const now = () => new Date();
const print = (line: string) => process.stdout.write(`${line}\n`);

export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'create-superuser',
    async (config, { email, name = null }) => {
      const address = requireEmail(email);
      const password = await requirePassword([address, config.PROJECT_NAME]);
      const account = { email: address, password, full_name: name };
      await withDatabase(config, (db) =>
        createUser({ db, now, config }, { ...account, is_superuser: true }, 'email_taken_on_create'),
      );
      print(`${account.email} is a superuser now.`);
    },
  ],
  [
    'reset-password',
    async (config, { email }) => {
      const address = requireEmail(email);
      const password_hash = await hashPassword(await requirePassword([address, config.PROJECT_NAME]), config);
      await withDatabase(config, async (db) => {
        const user = await findUserByEmail(db, address);
        if (!user) throw new AppError('username_not_found');
        await db.transaction((tx) =>
          changeUser(tx, now(), user.id, { password_hash }, { missing: 'user_not_found' }),
        );
      });
      print(`The password of ${address} is changed, and every session has ended.`);
    },
  ],
  [
    'reset-second-factor',
    async (config, { email }) => {
      const address = requireEmail(email);
      await withDatabase(config, async (db) => {
        const user = await findUserByEmail(db, address);
        if (!user) throw new AppError('username_not_found');
        await db.transaction((tx) => resetFactor(tx, user.id, now()));
      });
      print(`${address} signs in with the password alone now, and every session has ended.`);
    },
  ],
  [
    'unlink-provider',
    async (config, { email }) => {
      const address = requireEmail(email);
      await withDatabase(config, async (db) => {
        const user = await findUserByEmail(db, address);
        if (!user) throw new AppError('username_not_found');
        await db.transaction((tx) => unlinkUser({ db: tx, now, config }, user.id));
      });
      print(`${address} is no longer linked with the sign-in provider, and its role is set by hand.`);
    },
  ],
  [
    'list-superusers',
    (config) =>
      withDatabase(config, async (db) => {
        for (const { email, full_name, is_active } of await listSuperusers(db, now()))
          print([email, full_name ?? '', is_active ? 'active' : 'inactive'].join('\t'));
      }),
  ],
  [
    'migrate',
    async (config) => {
      await withDatabase(config, async () => print('The database is up to date.'));
    },
  ],
  [
    'sum-up-statistics',
    async (config, { from, to }) => {
      const days = { from: readDay('from', from), to: readDay('to', to) };
      await withDatabase(config, (db) => sumUpStatistics({ db, now, config }, days));
      print('The statistics of these days are summed up.');
    },
  ],
  [
    'backup',
    (config) =>
      withBackups(config, async (deps) => {
        const made = await backUp(deps);
        if (!made) throw new StartError('Another backup is being made: wait until it has ended.');
        print(`The backup ${made.name} is in ${config.BACKUP_BUCKET ?? config.BACKUP_DIR}.`);
      }),
  ],
  [
    'list-backups',
    async (config) => {
      for (const { name, manifest } of await listBackups(config)) {
        if (!manifest) {
          print(`${name}\tcan't be read: damaged, or of a newer version`);
          continue;
        }
        const { format, recipient, files, pictures } = manifest;
        const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
        const count = Object.keys(pictures.files).length;
        const encryption = recipient ? `encrypted for ${recipient}` : 'not encrypted';
        print([name, format, `${bytes} bytes`, `${count} pictures`, encryption].join('\t'));
      }
    },
  ],
  [
    'restore',
    async (config, { backup: name, identity }) => {
      if (!name) throw new UsageError('--backup must name a backup.');
      await withBackups(config, async (deps) => {
        const problems = await restore(deps, { name, identityFile: identity });
        print(`The backup ${name} is restored: start the service, which migrates the database.`);
        if (problems.length > 0)
          throw new StartError(`These pictures could not be restored:\n${problems.join('\n')}`);
      });
    },
  ],
  [
    'seed',
    async (config) => {
      if (config.ENVIRONMENT === 'production')
        throw new UsageError('Demo data is never added in production.');
      await withDatabase(config, (db) => seed(db, now(), config));
      print('The demo data is there.');
    },
  ],
]);

/** Runs `work` with the service's database, migrated, and closes it afterwards. */
async function withDatabase<Result>(config: Config, work: (db: Db) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(config);
  try {
    await prepareForCommand(database.url, config, now);
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** The same as it is, not migrated. */
async function withBackups<Result>(
  config: Config,
  work: (deps: BackupDeps) => Promise<Result>,
): Promise<Result> {
  const { db, url, close } = await openDatabase(config);
  try {
    return await work({ config, db, url, now, storage: await openStorage(config) });
  } finally {
    await close();
  }
}

function requireEmail(value: string | undefined): string {
  const result = emailField().safeParse(value);
  if (!result.success) throw new UsageError('--email must be a valid address.');
  return result.data;
}

function readDay(option: 'from' | 'to', value: string | undefined): string | undefined {
  if (value !== undefined && !z.iso.date().safeParse(value).success)
    throw new UsageError(`--${option} must be a day, such as 2026-05-31.`);
  return value;
}

/** @param words that are likely first guesses */
async function requirePassword(words: string[]): Promise<string> {
  const result = passwordField().safeParse(await askPassword());
  if (!result.success) throw new UsageError('A password has 8 to 128 characters.');
  if (isEasyToGuess(result.data, words))
    throw new UsageError('This password is too common: choose one that others would not guess.');
  return result.data;
}
