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
import { deletePasskeys } from '../passkeys/accounts.passkeys.queries.ts';
import { endSessions, existsSession } from '../sessions/accounts.sessions.queries.ts';
import { type Caller, requireRecentPassword } from '../sessions/accounts.sessions.service.ts';
import { lockUser, updateUser } from '../users/accounts.users.queries.ts';
import {
  clearAsked,
  confirmFactor,
  deleteFactor,
  findFactor,
  findFactorKinds,
  listFactors,
  markAsked,
  redeemRecoveryHash,
  redeemStep,
  replaceSecret,
  setRecoveryHashes,
  upsertFactor,
} from './accounts.second-factor.queries.ts';
import { type FactorChange, hasSecondFactor } from './accounts.second-factor.rules.ts';

type Work = Pick<Deps, 'db' | 'now' | 'config'>;

const about = (owner: string) => ({ purpose: 'second-factor', owner });

const RECOVERY_CODES = 10;

/** Five groups of five letters and digits that are hard to confuse: 125 of 128 random bits in base32 (ASVS 6.5.2). */
const createRecoveryCode = (): string =>
  new Secret({ size: 16 }).base32
    .slice(0, 25)
    .toLowerCase()
    .replaceAll(/(.{5})(?=.)/g, '$1-');

/** A code as it is compared. */
const bare = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();

const TOTP_CODE = /^\d{6}$/;

/**
 * Uses up a code of an account's app, or one of its recovery codes.
 * @returns false for any other code, and for those of an app that is not confirmed unless this is its confirmation
 */
async function redeemCode(
  { db, now, config }: Work,
  userId: string,
  typed: string,
  isConfirmation: boolean,
): Promise<boolean> {
  const code = bare(typed);
  const [factor] = await findFactor(db, userId);
  if (!factor || (factor.confirmed_at === null && !isConfirmation)) return false;
  if (!TOTP_CODE.test(code)) return redeemRecoveryHash(db, userId, hashSecretToken(code));
  const step = totpStepOf(decrypt(config, about(userId), factor.secret), code, now());
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
  { isConfirmation = false } = {},
): Promise<boolean> =>
  verifyCodeAttempt(work, { email, network }, () => redeemCode(work, id, code, isConfirmation));

/** The second factors of an account that the service asks for. */
export async function secondFactorsOf(
  { db, config }: Pick<Work, 'db' | 'config'>,
  user: Pick<User, 'id' | 'is_team' | 'second_factor_at'>,
): Promise<('code' | 'passkey')[]> {
  if (!hasSecondFactor(config, user)) return [];
  const kinds = await findFactorKinds(db, user.id);
  return (['code', 'passkey'] as const).filter((kind) => kinds[kind]);
}

/** Locks the caller's account for a change of its second factors. */
export async function lockOwn(tx: Db, { id, sid }: Caller): Promise<User> {
  const user = await lockUser(tx, id);
  if (!user || !(await existsSession(tx, sid))) throw new AppError('invalid_credentials');
  return user;
}

/** @param name of the passkey or provider that it is about */
export const tellOwner = (tx: Db, user_id: string, change: FactorChange, name?: string) =>
  enqueue(tx, 'users.second_factor_mail', { user_id, change, name });

/** Notes the first second factor of a locked account, or the end of its last one. @returns true for these two */
export async function settleFactors(tx: Db, { id, second_factor_at }: User, now: Date): Promise<boolean> {
  const { code, passkey } = await findFactorKinds(tx, id);
  const hasAny = code || passkey;
  const isChanged = hasAny !== (second_factor_at !== null);
  if (isChanged) await updateUser(tx, id, { second_factor_at: hasAny ? now : null }, now);
  return isChanged;
}

/** @throws {AppError} `second_factor_off`, `password_required` */
function requireMaySetUp({ config, now }: Work, caller: Caller): void {
  if (config.ADMIN_2FA === 'off') throw new AppError('second_factor_off');
  requireRecentPassword(caller, now());
}

/** The account's app, unless it is confirmed. @throws {AppError} `second_factor_exists` */
async function findUnconfirmed(db: Db, userId: string) {
  const [factor] = await findFactor(db, userId);
  if (factor?.confirmed_at) throw new AppError('second_factor_exists');
  return factor;
}

export async function readFactor(db: Db, { id, second_factor_at }: Caller) {
  const [factor] = second_factor_at ? await findFactor(db, id) : [];
  return {
    second_factor_at: factor?.confirmed_at?.toISOString() ?? null,
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
    await lockOwn(tx, caller);
    await findUnconfirmed(tx, caller.id);
    await upsertFactor(tx, caller.id, encrypt(config, about(caller.id), secret));
  });
  return { secret, url: totpUrl(secret, { issuer: config.PROJECT_NAME, label: caller.email }) };
}

/**
 * Turns the caller's app on, and ends their other sessions.
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
  const factor = await findUnconfirmed(db, caller.id);
  if (!factor || !(await verifyCode(work, caller, network, code, { isConfirmation: true })))
    throw new AppError('incorrect_code');
  return db.transaction(async (tx) => {
    const user = await lockOwn(tx, caller);
    await findUnconfirmed(tx, caller.id);
    const codes = await renewCodes(tx, factor);
    await confirmFactor(tx, caller.id, now());
    if (!(await settleFactors(tx, user, now())))
      await auditAccount(tx, caller.id, { authenticator_app: [false, true] });
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
    await lockOwn(tx, caller);
    const [factor] = await findFactor(tx, caller.id);
    if (!factor?.confirmed_at) throw new AppError('second_factor_missing');
    const codes = await renewCodes(tx, factor);
    await auditAccount(tx, caller.id, { recovery_codes: null });
    await tellOwner(tx, caller.id, 'codes_renewed');
    return codes;
  });
}

/** Removes the caller's app and its recovery codes. @throws {AppError} `second_factor_missing`, `password_required` */
export async function removeOwnFactor({ db, now }: Work, caller: Caller): Promise<void> {
  requireRecentPassword(caller, now());
  await db.transaction(async (tx) => {
    const user = await lockOwn(tx, caller);
    const [factor] = await findFactor(tx, caller.id);
    if (!factor?.confirmed_at) throw new AppError('second_factor_missing');
    await deleteFactor(tx, caller.id);
    const isLast = await settleFactors(tx, user, now());
    if (!isLast) await auditAccount(tx, caller.id, { authenticator_app: [true, false] });
    await endSessions(tx, caller.id, caller.sid);
    await tellOwner(tx, caller.id, isLast ? 'removed' : 'app_removed');
  });
}

/**
 * Removes the second factors of somebody who lost them, and ends all their sessions.
 * @param tx a transaction
 * @throws {AppError} `user_not_found`, `second_factor_missing`
 */
export async function resetFactor(tx: Db, id: string, now: Date): Promise<void> {
  const user = await lockUser(tx, id);
  if (!user) throw new AppError('user_not_found');
  if (!user.second_factor_at) throw new AppError('second_factor_missing');
  await deleteFactor(tx, id);
  await deletePasskeys(tx, id);
  await settleFactors(tx, user, now);
  await endSessions(tx, id);
  await tellOwner(tx, id, 'reset');
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
