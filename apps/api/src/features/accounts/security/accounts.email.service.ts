import { v7 as uuidv7 } from 'uuid';
import { hashSecretToken } from '../../../platform/auth/secret-tokens.ts';
import { attributeTo } from '../../../platform/db/audit-context.ts';
import type { Db } from '../../../platform/db/client.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/queue.ts';
import type { User } from '../accounts.users.table.ts';
import { deletePasswordToken } from '../login/accounts.login.queries.ts';
import { endSessions } from '../sessions/accounts.sessions.queries.ts';
import { lockUser } from '../users/accounts.users.queries.ts';
import {
  consumeEmailChange,
  deleteLaterEmailChanges,
  endPendingChanges,
  findEmailChangeOwner,
  insertEmailChange,
} from './accounts.email.queries.ts';
import { updateUnlessTaken } from './accounts.guard.service.ts';

/** Hours in which a changed address can be reverted, and a new one confirmed. */
export const EMAIL_CHANGE_HOURS = 72;

export const emailChangeEnd = (now: Date) => new Date(now.getTime() + EMAIL_CHANGE_HOURS * 3_600_000);

export type PendingEmail = Pick<User, 'pending_email' | 'pending_email_expires_at'>;

/** The fields of an account without a pending address. */
export const NO_PENDING_EMAIL = { pending_email: null, pending_email_expires_at: null } as const;

/** The address that can be confirmed at `now`. */
export const pendingEmailOf = (
  { pending_email, pending_email_expires_at }: PendingEmail,
  now: Date,
): string | undefined =>
  pending_email !== null && pending_email_expires_at !== null && pending_email_expires_at > now
    ? pending_email
    : undefined;

/**
 * Notifies the former address of a new one, in effect or pending.
 * @returns the change
 */
export async function notifyFormerAddress(
  tx: Db,
  now: Date,
  { id: user_id, email: old_email, email_key: old_email_key }: User,
  new_email: string,
  is_pending = false,
): Promise<string> {
  const id = uuidv7();
  const expires_at = emailChangeEnd(now);
  await insertEmailChange(tx, { id, user_id, old_email, old_email_key, new_email, is_pending, expires_at });
  await enqueue(tx, 'users.email_changed_mail', { id, is_pending });
  return id;
}

/** Invalidates the confirmation link of an account's new address. */
export const endConfirmation = (tx: Db, userId: string) => endPendingChanges(tx, [userId]);

/** The same for many accounts. */
export const endConfirmationsOf = endPendingChanges;

/**
 * Restores the former address of an account by the token of the mail, or cancels the pending one, and ends
 * all its sessions.
 * @param tx a transaction
 * @throws {AppError} `invalid_token`, `email_taken`
 */
export async function undoEmailChange(tx: Db, now: Date, token: string): Promise<void> {
  const token_hash = hashSecretToken(token);
  const owner = await findEmailChangeOwner(tx, { token_hash });
  const user = owner === undefined ? undefined : await lockUser(tx, owner);
  const change = user && (await consumeEmailChange(tx, token_hash, now));
  if (!change) throw new AppError('invalid_token');
  await attributeTo(tx, user.id);
  const former = { email: change.old_email, email_key: change.old_email_key, ...NO_PENDING_EMAIL };
  await updateUnlessTaken(tx, user.id, former, now);
  await deleteLaterEmailChanges(tx, change);
  await deletePasswordToken(tx, user.id);
  await endSessions(tx, user.id);
}
