import { emailKey } from '@agora/contract/shared/email';
import { v7 as uuidv7 } from 'uuid';
import { attributeTo } from '../../platform/audit/audit-context.ts';
import { hashSecretToken } from '../../platform/auth/secret-tokens.ts';
import type { Db } from '../../platform/db/client.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { revokePasswordLink } from '../login/login.service.ts';
import { endSessions } from '../sessions/sessions.service.ts';
import {
  deleteLaterEmailChanges,
  findEmailChangeOwner,
  insertEmailChange,
  takeEmailChange,
} from './users.email.queries.ts';
import { rethrowTaken } from './users.guard.service.ts';
import { lockUser, updateUser } from './users.queries.ts';
import type { User } from './users.table.ts';

/** Hours in which a changed address can be taken back. */
export const UNDO_HOURS = 72;

/** Has the former address told of a new one. */
export async function tellFormerAddress(tx: Db, now: Date, before: User, after: User): Promise<void> {
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

/**
 * Gives an account its former address back by the token of the mail, and signs everybody out of it.
 * @param tx a transaction
 * @throws {AppError} `invalid_token`, `email_taken`
 */
export async function undoEmailChange(tx: Db, now: Date, token: string): Promise<void> {
  const hash = hashSecretToken(token);
  const owner = await findEmailChangeOwner(tx, hash);
  const user = owner === undefined ? undefined : await lockUser(tx, owner);
  const change = user && (await takeEmailChange(tx, hash, now));
  if (!change) throw new AppError('invalid_token');
  await attributeTo(tx, user.id);
  const former = { email: change.old_email, email_key: emailKey(change.old_email) };
  await updateUser(tx, user.id, former, now).catch((error: unknown) => rethrowTaken(error, 'email_taken'));
  await deleteLaterEmailChanges(tx, change);
  await revokePasswordLink(tx, user.id);
  await endSessions(tx, user.id);
}
