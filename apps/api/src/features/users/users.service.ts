import type { Locale, UserPublic, UserUpdate } from '@agora/contract/features/users/users.contract';
import { emailKey } from '@agora/contract/shared/email';
import type { ErrorCode } from '@agora/contract/shared/errors';
import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '../../platform/auth/passwords.ts';
import { hashSecretToken } from '../../platform/auth/secret-tokens.ts';
import type { Db } from '../../platform/db/client.ts';
import { violates } from '../../platform/db/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { revokePasswordLink } from '../login/login.service.ts';
import { endSessions } from '../sessions/sessions.service.ts';
import {
  deleteLaterEmailChanges,
  deleteUser,
  existsOtherSuperuser,
  findUserByKey,
  insertEmailChange,
  insertUser,
  lockSuperusers,
  lockUser,
  takeEmailChange,
  updateUser,
} from './users.queries.ts';
import type { NewUser, User } from './users.table.ts';

/** Hours in which a changed address can be taken back. */
export const UNDO_HOURS = 72;

interface NewAccount {
  email: string;
  password: string;
  full_name?: string | null | undefined;
  is_active?: boolean;
  is_superuser?: boolean;
  locale?: Locale;
}

/** What the API shows of an account. */
export const toUser = (row: User): UserPublic => ({
  email: row.email,
  is_active: row.is_active,
  is_superuser: row.is_superuser,
  full_name: row.full_name,
  id: row.id,
  created_at: row.created_at.toISOString(),
  locale: row.locale,
});

/** The account of an address, however it is spelt. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const [user] = await findUserByKey(db, { email_key: emailKey(email) });
  return user;
}

/** @throws {AppError} `taken` when the address has an account already */
export async function createUser(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  account: NewAccount,
  taken: ErrorCode,
): Promise<User> {
  const { email, password, full_name = null, is_active = true, is_superuser = false } = account;
  const [user] = await insertUser(db, {
    id: uuidv7(),
    email,
    email_key: emailKey(email),
    full_name,
    is_active,
    is_superuser,
    password_hash: await hashPassword(password),
    locale: account.locale ?? config.DEFAULT_LOCALE,
    created_at: now(),
  }).catch((error: unknown) => rethrowTaken(error, taken));
  return user as User;
}

interface Change extends Omit<UserUpdate, 'password'> {
  password_hash?: string;
  locale?: Locale | undefined;
}

/**
 * Changes an account and whatever follows from it: a new password or address makes the links in mails
 * useless; a new password and deactivation end the sessions (but `keepSession`); the former address is told
 * of a new one, with a link to undo it.
 * @param tx a transaction
 * @throws {AppError} `missing` for an unknown id, `email_taken`, `last_superuser`
 */
export async function changeUser(
  tx: Db,
  now: Date,
  id: string,
  change: Change,
  { missing, keepSession }: { missing: ErrorCode; keepSession?: string },
): Promise<User> {
  const losesPower = change.is_active === false || change.is_superuser === false;
  if (losesPower) await lockSuperusers(tx);
  const user = await lockUser(tx, id);
  if (!user) throw new AppError(missing);
  if (losesPower) await requireOtherSuperuser(tx, user);

  const row = toRow(change);
  if (Object.keys(row).length === 0) return user;
  const [changed = user] = await updateUser(tx, id, row).catch((error: unknown) =>
    rethrowTaken(error, 'email_taken'),
  );
  const addressChanged = changed.email_key !== user.email_key;
  if (addressChanged) await tellFormerAddress(tx, now, user, changed);
  if (addressChanged || change.password_hash) await revokePasswordLink(tx, id);
  if (change.password_hash || change.is_active === false) await endSessions(tx, id, keepSession);
  return changed;
}

/** Only what was sent: an absent field stays as it is. */
function toRow({ email, ...rest }: Change): Partial<NewUser> {
  const row = { ...rest, ...(email !== undefined && { email, email_key: emailKey(email) }) };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}

async function tellFormerAddress(tx: Db, now: Date, before: User, after: User): Promise<void> {
  const id = uuidv7();
  const expires_at = new Date(now.getTime() + UNDO_HOURS * 3_600_000);
  await insertEmailChange(tx, {
    id,
    user_id: before.id,
    old_email: before.email,
    new_email: after.email,
    expires_at,
  });
  await enqueue(tx, 'users.email_changed_mail', { id });
}

/** Gives an account its former address back by the token of the mail, and signs everybody out of it. */
export async function undoEmailChange(tx: Db, now: Date, token: string): Promise<void> {
  const change = await takeEmailChange(tx, hashSecretToken(token), now);
  if (!change) throw new AppError('invalid_token');
  await updateUser(tx, change.user_id, {
    email: change.old_email,
    email_key: emailKey(change.old_email),
  }).catch((error: unknown) => rethrowTaken(error, 'email_taken'));
  await deleteLaterEmailChanges(tx, change);
  await revokePasswordLink(tx, change.user_id);
  await endSessions(tx, change.user_id);
}

/**
 * Deletes an account and everything in it.
 * @param tx a transaction
 * @throws {AppError} `user_not_found`, `last_superuser`
 */
export async function removeUser(tx: Db, id: string): Promise<void> {
  await lockSuperusers(tx);
  const user = await lockUser(tx, id);
  if (!user) throw new AppError('user_not_found');
  await requireOtherSuperuser(tx, user);
  await deleteUser(tx, id);
}

/** Refuses to take the last active superuser away. The caller holds the superuser lock. */
async function requireOtherSuperuser(tx: Db, user: User): Promise<void> {
  if (!user.is_superuser || !user.is_active) return;
  if (!(await existsOtherSuperuser(tx, user.id))) throw new AppError('last_superuser');
}

function rethrowTaken(error: unknown, code: ErrorCode): never {
  throw violates(error, 'users_email_key') ? new AppError(code) : error;
}
