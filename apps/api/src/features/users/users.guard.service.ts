import type { ErrorCode } from '@agora/contract/shared/errors';
import type { Db } from '../../platform/db/client.ts';
import { violates } from '../../platform/db/errors.ts';
import { AppError } from '../../platform/errors.ts';
import { existsOtherSuperuser, findUser } from './users.queries.ts';
import { isActive, type User } from './users.table.ts';

/**
 * Refuses to take the last active superuser away. The caller holds the superuser lock. Somebody invited who
 * has not accepted is none yet: nobody can sign in to that account.
 */
export async function requireOtherSuperuser(tx: Db, user: User, now: Date): Promise<void> {
  if (!user.is_superuser || user.deleted_at || user.invitation_expires_at || !isActive(user, now)) return;
  if (!(await existsOtherSuperuser(tx, user.id, now))) throw new AppError('last_superuser');
}

/**
 * Refuses what only superusers may do to somebody who is none any more. The caller holds the superuser lock,
 * so that the answer holds until the transaction ends.
 */
export async function requireSuperuser(tx: Db, id: string, now: Date): Promise<void> {
  const [user] = await findUser(tx, { id });
  if (!user?.is_superuser || !isActive(user, now)) throw new AppError('privileges_required');
}

/** Says that an address is taken instead of which index refused it. */
export function rethrowTaken(error: unknown, code: ErrorCode): never {
  throw violates(error, 'users_email_key') ? new AppError(code) : error;
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

/** The same fields of one that is active. */
export const REACTIVATION = {
  is_active: true,
  deactivated_at: null,
  deactivated_by: null,
  deactivated_until: null,
  deactivation_reason: null,
} as const;
