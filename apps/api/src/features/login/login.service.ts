import type { Locale } from '@agora/contract/features/users/users.contract';
import { createSecretToken, hashSecretToken } from '../../platform/auth/secret-tokens.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Deps, MailContent } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { passwordRecoveryMail } from '../users/users.mail.ts';
import { deletePasswordToken, takePasswordToken, upsertPasswordToken } from './login.queries.ts';

/** Makes the link with which a user can set a password for so many hours; earlier links die. */
export async function createPasswordLink(
  { db, now, frontendHost }: Deps,
  userId: string,
  hours: number,
): Promise<string> {
  const { token, hash } = createSecretToken();
  const expires_at = new Date(now().getTime() + hours * 3_600_000);
  await upsertPasswordToken(db, { user_id: userId, token_hash: hash, expires_at });
  return `${frontendHost}/reset-password?token=${token}`;
}

/**
 * Uses the token of such a link up, and answers whose it is.
 * @throws {AppError} `invalid_token` when it is unknown, used, expired or no longer the newest
 */
export async function redeemPasswordToken(tx: Db, token: string, now: Date): Promise<string> {
  const userId = await takePasswordToken(tx, hashSecretToken(token), now);
  if (!userId) throw new AppError('invalid_token');
  return userId;
}

/** Makes the link that a user may still have useless. */
export const revokePasswordLink = deletePasswordToken;

/** The recovery mail of an account, with a link that works. */
export async function writeRecoveryMail(
  deps: Deps,
  { id, email, locale }: { id: string; email: string; locale: Locale },
): Promise<MailContent> {
  const { PROJECT_NAME: projectName, EMAIL_RESET_TOKEN_EXPIRE_HOURS: hours } = deps.config;
  const url = await createPasswordLink(deps, id, hours);
  return passwordRecoveryMail({ projectName, locale, email, url, hours });
}
