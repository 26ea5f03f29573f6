import type { UserUpdateMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { emailKey } from '@agora/contract/shared/email';
import { hashSecretToken } from '../../../platform/auth/secret-tokens.ts';
import { attributeTo } from '../../../platform/db/audit-context.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { consume } from '../../../platform/http/limiter.ts';
import { enqueue } from '../../../platform/jobs/queue.ts';
import { isActive, type User } from '../accounts.users.table.ts';
import { existsSession } from '../sessions/accounts.sessions.queries.ts';
import { type Caller, hasRecentPassword } from '../sessions/accounts.sessions.service.ts';
import { lockUser, updateUser } from '../users/accounts.users.queries.ts';
import { changeUser, findUserByEmail } from '../users/accounts.users.service.ts';
import {
  consumeConfirmation,
  existsReservation,
  findEmailChangeOwner,
  renewPendingChange,
} from './accounts.email.queries.ts';
import {
  emailChangeEnd,
  endConfirmation,
  NO_PENDING_EMAIL,
  notifyFormerAddress,
  pendingEmailOf,
} from './accounts.email.service.ts';

type Work = Pick<Deps, 'db' | 'now' | 'config'>;

/**
 * Changes the caller's account. A new address takes effect at once after a recent password, else on
 * confirmation by mail: a stolen token alone cannot take over an account permanently.
 * @param work with a transaction
 * @throws {AppError} `email_taken`, `too_many_requests`
 */
export async function changeOwnAccount(
  work: Work,
  caller: Caller,
  { email, ...rest }: UserUpdateMe,
): Promise<User> {
  const { db, now } = work;
  const user = await lockOwn(db, caller);
  const options = { missing: 'invalid_credentials' as const };
  const isNew = email !== undefined && emailKey(email) !== user.email_key;
  if (isNew) await countNewAddress(work, user);
  if (!isNew || hasRecentPassword(caller, now()))
    return changeUser(db, now(), user.id, { ...rest, ...(email !== undefined && { email }) }, options);
  await requireUnusedEmail(work, user, email);
  await endConfirmation(db, user.id);
  const id = await notifyFormerAddress(db, now(), user, email, true);
  await enqueue(db, 'users.confirm_email_mail', { id });
  const pending = { pending_email: email, pending_email_expires_at: emailChangeEnd(now()) };
  return changeUser(db, now(), user.id, { ...rest, ...pending }, options);
}

/** @throws {AppError} `invalid_credentials` if the session ended before the account was locked */
async function lockOwn(tx: Db, { id, sid }: Caller): Promise<User> {
  const user = await lockUser(tx, id);
  if (!user || !(await existsSession(tx, sid))) throw new AppError('invalid_credentials');
  return user;
}

async function requireUnusedEmail({ db, now }: Work, { id }: User, email: string): Promise<void> {
  const address = { id, email_key: emailKey(email) };
  if ((await findUserByEmail(db, email)) || (await existsReservation(db, address, now())))
    throw new AppError('email_taken');
}

/** These calls send mails to unconfirmed addresses: the rate limit of recovery mails applies. */
const countNewAddress = ({ db, config }: Work, { id }: User): Promise<void> =>
  consume(db, [{ key: `new-addresses:${id}`, limit: config.RECOVERIES_PER_HOUR, seconds: 3600 }]);

/**
 * Mails a new link to confirm the pending address and restarts its validity.
 * @param work with a transaction
 * @throws {AppError} `pending_email_not_found`, `email_taken`, `too_many_requests`
 */
export async function resendConfirmation(work: Work, caller: Caller): Promise<void> {
  const { db, now } = work;
  const user = await lockOwn(db, caller);
  const pending = pendingEmailOf(user, now());
  if (pending === undefined) throw new AppError('pending_email_not_found');
  await requireUnusedEmail(work, user, pending);
  await countNewAddress(work, user);
  for (const change of await renewPendingChange(db, user.id, emailChangeEnd(now())))
    await enqueue(db, 'users.confirm_email_mail', change);
}

/** @param work with a transaction @throws {AppError} `pending_email_not_found` */
export async function cancelEmailChange({ db, now }: Work, caller: Caller): Promise<void> {
  const user = await lockOwn(db, caller);
  if (pendingEmailOf(user, now()) === undefined) throw new AppError('pending_email_not_found');
  await updateUser(db, user.id, NO_PENDING_EMAIL, now());
  await endConfirmation(db, user.id);
}

/**
 * Applies the pending address of an account by the token of the mail to it.
 * @param work with a transaction
 * @throws {AppError} `invalid_token`, `inactive_user`, `email_taken`
 */
export async function confirmEmailChange({ db, now }: Work, token: string): Promise<void> {
  const confirm_hash = hashSecretToken(token);
  const owner = await findEmailChangeOwner(db, { confirm_hash });
  const user = owner === undefined ? undefined : await lockUser(db, owner);
  const change = user && (await consumeConfirmation(db, confirm_hash, now()));
  if (!change) throw new AppError('invalid_token');
  if (!isActive(user, now())) throw new AppError('inactive_user');
  await attributeTo(db, user.id);
  await changeUser(db, now(), user.id, { email: change.new_email }, { missing: 'invalid_token' });
}
