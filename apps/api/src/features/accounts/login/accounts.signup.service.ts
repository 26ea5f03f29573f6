import { emailKey } from '@agora/contract/shared/email';
import type { Locale } from '@agora/contract/shared/locale';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { countHit } from '../../../platform/http/limiter.ts';
import { enqueue } from '../../../platform/jobs/queue.ts';
import type { User } from '../accounts.users.table.ts';
import { NO_PENDING_EMAIL } from '../security/accounts.email.service.ts';
import { insertUnlessTaken } from '../security/accounts.guard.service.ts';
import { findUserByKey } from '../users/accounts.users.queries.ts';
import { createUser, newUser } from '../users/accounts.users.service.ts';

interface Applicant {
  email: string;
  password: string;
  full_name?: string | null | undefined;
  locale: Locale;
}

/** @throws {AppError} `email_taken_on_signup` */
export const signUpImmediately = (deps: Deps, applicant: Applicant): Promise<User> =>
  createUser(deps, applicant, 'email_taken_on_signup');

/** Defaults of a new account. */
const BLANK = {
  is_active: true,
  is_superuser: false,
  version: 1,
  last_seen_at: null,
  must_change_password: false,
  second_factor_at: null,
  second_factor_asked_at: null,
  oidc_linked_at: null,
  is_role_from_oidc: false,
  invitation_expires_at: null,
  deactivated_at: null,
  deactivated_by: null,
  deactivated_until: null,
  deactivation_reason: null,
  deleted_at: null,
  messages_blocked_at: null,
  messages_blocked_by: null,
  ...NO_PENDING_EMAIL,
  role_id: null,
  is_team: false,
} as const;

/**
 * Signs up without looking up the address: a job does that, so that neither the response nor its duration
 * reveals it (OWASP Authentication Cheat Sheet, "Account creation").
 * @returns the future account if the address is new
 */
export async function signUpWithoutLookup(deps: Deps, applicant: Applicant): Promise<User> {
  const row = await newUser(deps, applicant);
  await enqueue(deps.db, 'users.sign_up', row);
  const { full_name = null, created_at } = row;
  return { ...row, ...BLANK, full_name, updated_at: created_at };
}

/** A row of `newUser` as stored in the queue. */
export type SignUp = Pick<User, 'id' | 'email' | 'password_hash' | 'locale'> & {
  full_name?: string | null;
  created_at: string;
};

const HOUR = 3_600;

/**
 * Creates the account or, if the address has one, notifies its owner, at most once an hour in total. The owner of a
 * former address that can be restored has already received a mail about it.
 * @param tx a transaction
 */
export async function completeSignUp(tx: Db, now: Date, signUp: SignUp): Promise<void> {
  const email_key = emailKey(signUp.email);
  const created_at = new Date(signUp.created_at);
  const row = { ...signUp, email_key, created_at, updated_at: created_at };
  try {
    await tx.transaction((savepoint) => insertUnlessTaken(savepoint, row, now, 'email_taken_on_signup'));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await notifyOwner(tx, row);
  }
}

async function notifyOwner(tx: Db, { id, email_key }: Pick<User, 'id' | 'email_key'>): Promise<void> {
  const [owner] = await findUserByKey(tx, { email_key });
  if (!owner || owner.id === id) return;
  const limit = { key: `signup-of:${owner.id}`, limit: 1, seconds: HOUR };
  if (await countHit(tx, limit)) await enqueue(tx, 'users.signup_mail', { user_id: owner.id });
}
