import type { UpdatePassword } from '@agora/contract/features/accounts/accounts.users.schema';
import { requireHardToGuess } from '../../../platform/auth/password-rules.ts';
import { hashPassword, isForeignHash, verifyPassword } from '../../../platform/auth/passwords.ts';
import { attributeTo } from '../../../platform/db/audit-context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Config } from '../../../platform/settings.ts';
import { isActive, type User } from '../accounts.users.table.ts';
import { ownerOfPasswordToken, redeemPasswordToken } from '../login/accounts.login.service.ts';
import { resetFailedAttempts, verifyLoginAttempt } from '../login/accounts.login-attempts.service.ts';
import { recordOnlyNetwork } from '../sessions/accounts.networks.service.ts';
import type { Caller } from '../sessions/accounts.sessions.service.ts';
import { findUser, lockUser } from '../users/accounts.users.queries.ts';
import { changeUser } from '../users/accounts.users.service.ts';

/**
 * Changes the caller's password, given the current one; ends all other sessions. Starts over if the stored hash
 * changes concurrently: by another password change, or by a sign-in that rehashes it.
 * @throws {AppError} `incorrect_password`, `password_unchanged`, `too_many_requests`, or a 422
 */
export async function changeOwnPassword(
  deps: Deps,
  caller: Caller,
  network: string,
  passwords: UpdatePassword,
): Promise<void> {
  const { db, now, config } = deps;
  const { id, sid, email } = caller;
  const { current_password, new_password } = passwords;
  requireHardToGuess('new_password', new_password, [email, config.PROJECT_NAME]);
  const current = await verifyOwnPassword(deps, caller, network, current_password);
  if (current_password === new_password) throw new AppError('password_unchanged');
  const change = { password_hash: await hashPassword(new_password, config), must_change_password: false };
  const options = { missing: 'invalid_credentials' as const, keepSession: sid };
  const isChanged = await db.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    if (user && user.password_hash !== current) return false;
    await changeUser(tx, now(), id, change, options);
    return true;
  });
  if (!isChanged) await changeOwnPassword(deps, caller, network, passwords);
}

/**
 * Checks the caller's password, with the limits of sign-in.
 * @returns its hash
 * @throws {AppError} `incorrect_password`, `too_many_requests`, or `invalid_credentials` if the account has been erased
 */
export async function verifyOwnPassword(
  deps: Deps,
  { id, email }: Caller,
  network: string,
  password: string,
): Promise<string> {
  const [user] = await findUser(deps.db, { id });
  if (!user) throw new AppError('invalid_credentials');
  const attempt = { email, network, isKnown: true };
  const fits = await verifyLoginAttempt(deps, attempt, () =>
    verifyPassword(user.password_hash, password, deps.config),
  );
  if (!fits) throw new AppError('incorrect_password');
  return user.password_hash;
}

/**
 * Sets the password by the link of a mail, which also accepts an invitation.
 * @param network network of the request, which becomes the only known one of the account
 * @throws {AppError} `invalid_token`, `inactive_user`, or a 422 for a password that is easy to guess
 */
export async function setPasswordByLink(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  { token, new_password }: { token: string; new_password: string },
  network: string,
): Promise<void> {
  const id = await ownerOfPasswordToken(db, token);
  const [owner] = await findUser(db, { id });
  requireHardToGuess('new_password', new_password, [owner?.email, config.PROJECT_NAME]);
  const change = { password_hash: await hashPassword(new_password, config), must_change_password: false };
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    await attributeTo(tx, id);
    await redeemPasswordToken(tx, token, now());
    await changeUser(tx, now(), id, change, { missing: 'invalid_token' });
    if (!user) throw new AppError('invalid_token');
    if (!isActive(user, now())) throw new AppError('inactive_user');
    await recordOnlyNetwork(tx, id, network, now());
    await resetFailedAttempts(tx, config, { email: user.email, network });
  });
}

/** A new hash of the password of an imported account. */
export const renewedHash = async (
  config: Config,
  { password_hash }: Pick<User, 'password_hash'>,
  password: string,
): Promise<string | undefined> =>
  isForeignHash(password_hash, config) ? hashPassword(password, config) : undefined;
