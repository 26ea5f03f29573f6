import type { ErrorCode } from '@agora/contract/registry';
import type { Db } from '../../../platform/db/client.ts';
import { violates } from '../../../platform/db/errors.ts';
import { AppError } from '../../../platform/errors.ts';
import { isActive, type NewUser, type User } from '../accounts.users.table.ts';
import {
  existsOtherSuperuser,
  findUser,
  insertUser,
  updateUserUnlessTaken,
} from '../users/accounts.users.queries.ts';
import { existsReservation } from './accounts.email.queries.ts';

/**
 * Refuses to remove the last active superuser. The caller holds the superuser lock. An invited superuser who
 * has not accepted does not count: nobody can sign in to that account.
 */
export async function requireOtherSuperuser(tx: Db, user: User, now: Date): Promise<void> {
  if (!user.is_superuser || user.deleted_at || user.invitation_expires_at || !isActive(user, now)) return;
  if (!(await existsOtherSuperuser(tx, user.id, now))) throw new AppError('last_superuser');
}

/**
 * Rejects an account that is no longer a superuser, or not active.
 * @throws {AppError} `privileges_required`
 */
export async function requireSuperuser(tx: Db, id: string, now: Date): Promise<void> {
  const [user] = await findUser(tx, { id });
  if (!user?.is_superuser || !isActive(user, now)) throw new AppError('privileges_required');
}

/**
 * Adds an account unless another one has its address or can restore it. The latter is checked after writing: the insert
 * waits for an account that gives up the address concurrently, and afterwards no other account can take it.
 * @param tx a transaction, to be rolled back if this throws
 * @throws {AppError} `taken`
 */
export async function insertUnlessTaken(tx: Db, row: NewUser, now: Date, taken: ErrorCode): Promise<User> {
  const [user] = await insertUser(tx, row);
  if (!user || (await existsReservation(tx, user, now))) throw new AppError(taken);
  return user;
}

/**
 * Changes an account unless another one has its address or can restore it.
 * @throws {AppError} `email_taken`
 */
export async function updateUnlessTaken(
  tx: Db,
  id: string,
  changes: Partial<NewUser>,
  now: Date,
): Promise<User> {
  const [changed] = await updateUserUnlessTaken(tx, id, changes, now).catch((error: unknown) => {
    // A concurrent transaction took the address.
    throw violates(error, 'users_email_key') ? new AppError('email_taken') : error;
  });
  if (!changed) throw new AppError('email_taken');
  return changed;
}

interface Deactivation {
  now: Date;
  by?: string | undefined;
  until?: Date | undefined;
  reason?: string | null | undefined;
}

/** The fields of a deactivated account. */
export const deactivation = ({ now, by, until, reason }: Deactivation) => ({
  is_active: false,
  deactivated_at: now,
  deactivated_by: by ?? null,
  deactivated_until: until ?? null,
  deactivation_reason: reason ?? null,
});

/** The same fields of an active account. */
export const REACTIVATION = {
  is_active: true,
  deactivated_at: null,
  deactivated_by: null,
  deactivated_until: null,
  deactivation_reason: null,
} as const;
