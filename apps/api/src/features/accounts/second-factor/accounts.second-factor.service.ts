import { Secret } from 'otpauth';
import { decrypt, encrypt } from '../../../platform/auth/encryption.ts';
import { hashSecretToken } from '../../../platform/auth/secret-tokens.ts';
import { createTotpSecret, totpStepOf, totpUrl } from '../../../platform/auth/totp.ts';
import { auditAccount } from '../../../platform/db/audit-account.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/queue.ts';
import type { User } from '../accounts.users.table.ts';
import { verifyCodeAttempt } from '../login/accounts.login-attempts.service.ts';
import { endSessions, existsSession } from '../sessions/accounts.sessions.queries.ts';
import { type Caller, requireRecentPassword } from '../sessions/accounts.sessions.service.ts';
import { lockUser, updateUser } from '../users/accounts.users.queries.ts';
import {
  clearAsked,
  deleteFactor,
  findFactor,
  listFactors,
  markAsked,
  redeemRecoveryHash,
  redeemStep,
  replaceSecret,
  setRecoveryHashes,
  upsertFactor,
} from './accounts.second-factor.queries.ts';
import type { FactorChange } from './accounts.second-factor.rules.ts';

type Work = Pick<Deps, 'db' | 'now' | 'config'>;

const about = (owner: string) => ({ purpose: 'second-factor', owner });

const RECOVERY_CODES = 10;

/** Four groups of four letters and digits that are hard to confuse: 80 random bits in base32. */
const createRecoveryCode = (): string =>
  new Secret({ size: 10 }).base32.toLowerCase().replaceAll(/(.{4})(?=.)/g, '$1-');

/** A code as it is compared. */
const bare = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();

const TOTP_CODE = /^\d{6}$/;

/** Uses up a code of an account's app, or one of its recovery codes. @returns false for any other code */
async function redeemCode({ db, now, config }: Work, userId: string, typed: string): Promise<boolean> {
  const code = bare(typed);
  if (!TOTP_CODE.test(code)) return redeemRecoveryHash(db, userId, hashSecretToken(code));
  const [factor] = await findFactor(db, userId);
  const step = factor && totpStepOf(decrypt(config, about(userId), factor.secret), code, now());
  return step !== undefined && redeemStep(db, userId, step);
}

/**
 * Uses up a code of an account, with limits like those of its password.
 * @returns false for a wrong one, which is counted
 * @throws {AppError} `too_many_requests`
 */
export const verifyCode = (
  work: Work,
  { id, email }: Pick<User, 'id' | 'email'>,
  network: string,
  code: string,
): Promise<boolean> => verifyCodeAttempt(work, { email, network }, () => redeemCode(work, id, code));

/** Locks the caller's account for a change of its second factor. */
async function lockOwn(tx: Db, { id, sid }: Caller): Promise<User> {
  const user = await lockUser(tx, id);
  if (!user || !(await existsSession(tx, sid))) throw new AppError('invalid_credentials');
  return user;
}

const tellOwner = (tx: Db, user_id: string, change: FactorChange) =>
  enqueue(tx, 'users.second_factor_mail', { user_id, change });

/** @throws {AppError} `second_factor_off`, `second_factor_exists`, `password_required` */
function requireMaySetUp({ config, now }: Work, caller: Caller): void {
  if (config.ADMIN_2FA === 'off') throw new AppError('second_factor_off');
  if (caller.second_factor_at) throw new AppError('second_factor_exists');
  requireRecentPassword(caller, now());
}

export async function readFactor(db: Db, { id, second_factor_at }: Caller) {
  const [factor] = second_factor_at ? await findFactor(db, id) : [];
  return {
    second_factor_at: second_factor_at?.toISOString() ?? null,
    recovery_codes_left: factor?.recovery_hashes.length ?? 0,
  };
}

/**
 * Creates a key for the caller's app, without effect until `confirmSetUp`.
 * @throws {AppError} `second_factor_off`, `second_factor_exists`, `password_required`
 */
export async function startSetUp(work: Work, caller: Caller): Promise<{ secret: string; url: string }> {
  requireMaySetUp(work, caller);
  const { db, config } = work;
  const secret = createTotpSecret();
  await db.transaction(async (tx) => {
    if ((await lockOwn(tx, caller)).second_factor_at) throw new AppError('second_factor_exists');
    await upsertFactor(tx, caller.id, encrypt(config, about(caller.id), secret));
  });
  return { secret, url: totpUrl(secret, { issuer: config.PROJECT_NAME, label: caller.email }) };
}

/**
 * Turns the caller's second factor on, and ends their other sessions.
 * @returns the recovery codes
 * @throws {AppError} also `incorrect_code`, `too_many_requests`
 */
export async function confirmSetUp(
  work: Work,
  caller: Caller,
  network: string,
  code: string,
): Promise<string[]> {
  requireMaySetUp(work, caller);
  const { db, now } = work;
  const [factor] = await findFactor(db, caller.id);
  if (!factor || !(await verifyCode(work, caller, network, code))) throw new AppError('incorrect_code');
  return db.transaction(async (tx) => {
    if ((await lockOwn(tx, caller)).second_factor_at) throw new AppError('second_factor_exists');
    const codes = await renewCodes(tx, factor);
    await updateUser(tx, caller.id, { second_factor_at: now() }, now());
    await endSessions(tx, caller.id, caller.sid);
    await tellOwner(tx, caller.id, 'added');
    return codes;
  });
}

/** @throws {AppError} `incorrect_code` if another set-up has started since */
async function renewCodes(tx: Db, factor: { user_id: string; secret: string }): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  const hashes = codes.map((code) => hashSecretToken(bare(code)));
  if (!(await setRecoveryHashes(tx, factor, hashes))) throw new AppError('incorrect_code');
  return codes;
}

/** Replaces the caller's recovery codes. @throws {AppError} `second_factor_missing`, `password_required` */
export async function renewRecoveryCodes({ db, now }: Work, caller: Caller): Promise<string[]> {
  requireRecentPassword(caller, now());
  return db.transaction(async (tx) => {
    const { second_factor_at } = await lockOwn(tx, caller);
    const [factor] = await findFactor(tx, caller.id);
    if (!second_factor_at || !factor) throw new AppError('second_factor_missing');
    const codes = await renewCodes(tx, factor);
    await auditAccount(tx, caller.id, { recovery_codes: null });
    await tellOwner(tx, caller.id, 'codes_renewed');
    return codes;
  });
}

/** Removes the caller's second factor. @throws {AppError} `second_factor_missing`, `password_required` */
export async function removeOwnFactor({ db, now }: Work, caller: Caller): Promise<void> {
  requireRecentPassword(caller, now());
  await db.transaction(async (tx) => {
    await removeFactor(tx, await lockOwn(tx, caller), now(), 'removed');
    await endSessions(tx, caller.id, caller.sid);
  });
}

/**
 * Removes the second factor of somebody who lost it, and ends all their sessions.
 * @param tx a transaction
 * @throws {AppError} `user_not_found`, `second_factor_missing`
 */
export async function resetFactor(tx: Db, id: string, now: Date): Promise<void> {
  const user = await lockUser(tx, id);
  if (!user) throw new AppError('user_not_found');
  await removeFactor(tx, user, now, 'reset');
  await endSessions(tx, id);
}

async function removeFactor(tx: Db, user: User, now: Date, change: FactorChange): Promise<void> {
  if (!user.second_factor_at) throw new AppError('second_factor_missing');
  await deleteFactor(tx, user.id);
  await updateUser(tx, user.id, { second_factor_at: null }, now);
  await tellOwner(tx, user.id, change);
}

/** Starts the days for the set-up of those who joined the team, where it is required, and ends those of others. */
export async function askForFactors({ db, now, config }: Work): Promise<void> {
  const isRequired = config.ADMIN_2FA === 'required';
  await clearAsked(db, { ofAll: !isRequired });
  if (isRequired) await markAsked(db, now());
}

/** Encrypts by the current key what the previous one encrypted, so that the latter can be dropped. */
export async function encryptFactorsAgain({ db, config }: Work): Promise<void> {
  const { SECRET_KEY, SECRET_KEY_PREVIOUS } = config;
  if (SECRET_KEY_PREVIOUS === undefined) return;
  for (const { user_id, secret: former } of await listFactors(db)) {
    try {
      decrypt({ SECRET_KEY, SECRET_KEY_PREVIOUS: undefined }, about(user_id), former);
    } catch {
      const secret = decrypt(config, about(user_id), former);
      await replaceSecret(db, user_id, former, encrypt(config, about(user_id), secret));
    }
  }
}
