import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { createSecretToken, hashSecretToken } from '../../../platform/auth/secret-tokens.ts';
import { auditAccount } from '../../../platform/db/audit-account.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import type { MailContent } from '../../../platform/mail/mail.ts';
import { passwordRecoveryMail } from '../accounts.users.mail.ts';
import type { User } from '../accounts.users.table.ts';
import { type Caller, requireRecentPassword } from '../sessions/accounts.sessions.service.ts';
import {
  consumePasswordToken,
  findPasswordTokenOwner,
  upsertPasswordToken,
} from './accounts.login.queries.ts';

/**
 * Creates a link to set a user's password, valid until `expires_at`; invalidates earlier links.
 * @throws {AppError} `username_not_found` if the address has changed, so that no mail sends the link to the old one
 */
export async function createPasswordLink(
  { db, frontendHost }: Pick<Deps, 'db' | 'frontendHost'>,
  { id: user_id, email_key }: Pick<User, 'id' | 'email_key'>,
  expires_at: Date,
): Promise<string> {
  const { token, hash: token_hash } = createSecretToken();
  if (!(await upsertPasswordToken(db, { user_id, email_key, token_hash, expires_at })))
    throw new AppError('username_not_found');
  return `${frontendHost}/reset-password?token=${token}`;
}

/**
 * Authorises showing the link to set another user's password, and records it in the audit log.
 * @param deps with a transaction
 * @throws {AppError} `password_required`
 */
export async function allowPasswordLink(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: string,
  viewer: Pick<Caller, 'password_at'>,
): Promise<void> {
  requireRecentPassword(viewer, now());
  await auditAccount(db, userId, { password_link: null });
}

/**
 * Logs a failed sign-in to a team account, after the response, whose duration must not reveal whether the account
 * exists.
 */
export function auditFailedSignIn(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  logger: FastifyBaseLogger,
  response: ServerResponse,
): void {
  const log = () => {
    void db
      .transaction((tx) => auditAccount(tx, userId, { failed_sign_in: null }))
      .catch((err: unknown) => logger.error({ err }, 'a failed sign-in could not be logged'));
  };
  response.once('close', AsyncLocalStorage.bind(log));
}

/**
 * Returns the owner of a link's token without consuming it, so that the account can be locked first.
 * @throws {AppError} `invalid_token`
 */
export async function ownerOfPasswordToken(db: Db, token: string): Promise<string> {
  const userId = await findPasswordTokenOwner(db, hashSecretToken(token));
  if (!userId) throw new AppError('invalid_token');
  return userId;
}

/**
 * Consumes the token of such a link.
 * @throws {AppError} `invalid_token` when it is unknown, used, expired or no longer the newest
 */
export async function redeemPasswordToken(tx: Db, token: string, now: Date): Promise<void> {
  if (!(await consumePasswordToken(tx, hashSecretToken(token), now))) throw new AppError('invalid_token');
}

/** Renders the recovery mail of an account, with a valid link. */
export async function writeRecoveryMail(
  deps: Deps,
  user: Pick<User, 'id' | 'email' | 'email_key' | 'locale'>,
): Promise<MailContent> {
  const { PROJECT_NAME: projectName, EMAIL_RESET_TOKEN_EXPIRE_HOURS: hours } = deps.config;
  const url = await createPasswordLink(deps, user, new Date(deps.now().getTime() + hours * 3_600_000));
  const { email, locale } = user;
  return passwordRecoveryMail({ projectName, locale, email, url, hours });
}
