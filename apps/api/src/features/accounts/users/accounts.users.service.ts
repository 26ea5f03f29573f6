import type { UserPublic, UserUpdate } from '@agora/contract/features/accounts/accounts.users.schema';
import type { ErrorCode } from '@agora/contract/registry';
import { emailKey } from '@agora/contract/shared/email';
import type { Locale } from '@agora/contract/shared/locale';
import { v7 as uuidv7 } from 'uuid';
import { hashPassword, noPassword } from '../../../platform/auth/passwords.ts';
import { checkRightsNow } from '../../../platform/db/audit-context.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/queue.ts';
import { isActive, type NewUser, type ShownUser, type User } from '../accounts.users.table.ts';
import { deletePasswordToken } from '../login/accounts.login.queries.ts';
import {
  endConfirmation,
  NO_PENDING_EMAIL,
  notifyFormerAddress,
  type PendingEmail,
  pendingEmailOf,
} from '../security/accounts.email.service.ts';
import {
  deactivation,
  insertUnlessTaken,
  REACTIVATION,
  requireAuthority,
  requireGrant,
  requireOtherSuperuser,
  updateUnlessTaken,
} from '../security/accounts.guard.service.ts';
import { type Actor, notifyOfPromotion } from '../security/accounts.promotion.service.ts';
import { deleteSessions, endSessions } from '../sessions/accounts.sessions.queries.ts';
import { requireRecentPassword } from '../sessions/accounts.sessions.service.ts';
import { findUser, findUserByKey, lockSuperusers, lockUser } from './accounts.users.queries.ts';

export { findUser, lockUser };

interface NewAccount {
  email: string;
  /** None for those who sign in by the provider alone. */
  password?: string;
  full_name?: string | null | undefined;
  is_active?: boolean;
  is_superuser?: boolean;
  role_id?: string | null | undefined;
  locale?: Locale | undefined;
  must_change_password?: boolean;
  invitation_expires_at?: Date;
  oidc_linked_at?: Date;
  is_role_from_oidc?: boolean;
}

const instant = (moment: Date | null) => moment?.toISOString() ?? null;

/** The API's view of an account at `now`, without an expired deactivation. */
export const toUser = (row: ShownUser, now: Date): UserPublic => ({
  email: row.email,
  is_active: isActive(row, now),
  is_superuser: row.is_superuser,
  full_name: row.full_name,
  id: row.id,
  created_at: row.created_at.toISOString(),
  locale: row.locale,
  version: row.version,
  updated_at: row.updated_at.toISOString(),
  last_seen_at: instant(row.last_seen_at),
  must_change_password: row.must_change_password,
  invitation_expires_at: instant(row.invitation_expires_at),
  ...toDeactivation(isActive(row, now) ? undefined : row),
  deleted_at: instant(row.deleted_at),
  messages_blocked_at: instant(row.messages_blocked_at),
  pending_email: pendingEmailOf(row, now) ?? null,
  role_id: row.is_superuser ? null : row.role_id,
  second_factor_at: row.is_superuser || row.role_id ? instant(row.second_factor_at) : null,
  oidc_linked_at: instant(row.oidc_linked_at),
  is_role_from_oidc: row.is_role_from_oidc,
});

const toDeactivation = (row: ShownUser | undefined) => ({
  deactivated_at: instant(row?.deactivated_at ?? null),
  deactivated_by: row?.deactivated_by ?? null,
  deactivated_until: instant(row?.deactivated_until ?? null),
  deactivation_reason: row?.deactivation_reason ?? null,
});

/** Finds the account of an address in any spelling. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const [user] = await findUserByKey(db, { email_key: emailKey(email) });
  return user;
}

/** Builds the complete row of a new account. */
export async function newUser(
  { now, config }: Pick<Deps, 'now' | 'config'>,
  { password, ...account }: NewAccount,
) {
  const time = now();
  return {
    ...account,
    ...(account.is_superuser && { role_id: null }),
    id: uuidv7(),
    email_key: emailKey(account.email),
    password_hash: password === undefined ? noPassword() : await hashPassword(password, config),
    locale: account.locale ?? config.DEFAULT_LOCALE,
    created_at: time,
    updated_at: time,
    ...(account.is_active === false && deactivation({ now: time })),
  };
}

/** @throws {AppError} `taken` when the address has an account already, or can be given back to one */
export async function createUser(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  account: NewAccount,
  taken: ErrorCode,
): Promise<User> {
  const row = await newUser(deps, account);
  return deps.db.transaction((tx) => insertUnlessTaken(tx, row, deps.now(), taken));
}

export interface Change extends Omit<UserUpdate, 'password'>, Partial<PendingEmail> {
  password_hash?: string;
  must_change_password?: boolean;
  oidc_linked_at?: Date | null;
  is_role_from_oidc?: boolean;
}

interface ChangeOptions {
  /** Error code for an unknown id. */
  missing: ErrorCode;
  /** The session to keep: the caller's, when they change their own account. */
  keepSession?: string;
  /** The user who changes another account; undefined on the command line. */
  actor?: Actor;
}

/**
 * Changes an account, with the consequences: a new password or address invalidates the links in mails and
 * cancels a pending address; a new password, deactivation and demotion end the sessions (except
 * `keepSession`); mails notify the former address of a new one, with an undo link, if anyone ever signed in, the
 * owner of a new password (ASVS 6.3.7), and the other superusers of a promotion. A superuser has no role.
 * @param tx a transaction
 * @throws {AppError} `missing` for an unknown id, `version_conflict`, `email_taken`, `last_superuser`, and
 * for an actor `password_required`, `own_password`
 */
export async function changeUser(
  tx: Db,
  now: Date,
  id: string,
  change: Change,
  options: ChangeOptions,
): Promise<User> {
  const losesPower = change.is_active === false || change.is_superuser === false;
  if (losesPower) await lockSuperusers(tx);
  const user = await lockUser(tx, id);
  if (!user) throw new AppError(options.missing);
  if (options.actor?.id === id) await checkRightsNow(tx);
  if (change.version !== undefined && change.version !== user.version) throw new AppError('version_conflict');
  if (options.actor) await requireMay(tx, options.actor, user, change, now);
  if (losesPower) await requireOtherSuperuser(tx, user, now);

  const row = toRow(change, user, now, options.actor);
  if (Object.keys(row).length === 0) return user;
  const changed = await updateUnlessTaken(tx, id, row, now);
  await applyConsequences(tx, now, user, changed, options);
  return changed;
}

/** @throws {AppError} if the actor may not make this change */
async function requireMay(tx: Db, actor: Actor, user: User, change: Change, now: Date): Promise<void> {
  const { version: _version, is_active, ...rest } = change;
  const isOther = Object.values(rest).some((value) => value !== undefined);
  await requireAuthority(tx, actor, user, isOther ? 'members.write' : 'members.deactivate');
  if (isOther && is_active !== undefined) await requireAuthority(tx, actor, user, 'members.deactivate');
  await requireGrant(tx, actor, user, change);
  if (user.is_role_from_oidc && isNewGrant(user, change)) throw new AppError('role_from_provider');
  requireReauthentication(change, user, actor, now);
}

const isNewGrant = (
  user: User,
  { is_superuser = user.is_superuser, role_id = user.role_id }: Pick<Change, 'is_superuser' | 'role_id'>,
) => is_superuser !== user.is_superuser || role_id !== user.role_id;

/**
 * Rejects changes that would give a stolen superuser token lasting access, unless the password was entered
 * recently.
 */
function requireReauthentication(change: Change, user: User, actor: Actor, now: Date): void {
  const isNewPassword = change.password_hash !== undefined;
  if (isNewPassword && actor.id === user.id) throw new AppError('own_password');
  const isNewAddress = change.email !== undefined && emailKey(change.email) !== user.email_key;
  const isPromoted = change.is_superuser === true && !user.is_superuser;
  const isNewRole =
    change.role_id !== undefined && change.role_id !== null && change.role_id !== user.role_id;
  const reactivatesSuperuser = user.is_superuser && change.is_active === true && !isActive(user, now);
  if (isNewPassword || isNewAddress || isPromoted || isNewRole || reactivatesSuperuser)
    requireRecentPassword(actor, now);
}

/** Only the fields sent: an absent field keeps its value, as does the reason of a repeated deactivation. */
function toRow(
  { email, is_active, version: _version, ...rest }: Change,
  user: User,
  now: Date,
  actor?: Actor,
): Partial<NewUser> {
  const row = {
    ...rest,
    ...(email !== undefined && { email, email_key: emailKey(email) }),
    ...(email !== undefined && emailKey(email) !== user.email_key && NO_PENDING_EMAIL),
    ...(rest.password_hash && { invitation_expires_at: null, ...NO_PENDING_EMAIL }),
    ...(rest.is_superuser && { role_id: null }),
    ...(is_active === true && !user.is_active && REACTIVATION),
    ...(is_active === false && isActive(user, now) && deactivation({ now, by: actor?.id })),
  };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}

async function applyConsequences(
  tx: Db,
  now: Date,
  before: User,
  after: User,
  options: ChangeOptions,
): Promise<void> {
  const { id } = after;
  const addressChanged = after.email_key !== before.email_key;
  const passwordChanged = after.password_hash !== before.password_hash;
  const shut = isActive(before, now) && !isActive(after, now);
  const demoted = before.is_superuser && !after.is_superuser;
  if (addressChanged || passwordChanged) {
    await deletePasswordToken(tx, id);
    await endConfirmation(tx, id);
  }
  // Before the first sign-in the address is unverified: the owner of a mistyped one must not be able to take the account.
  if (addressChanged && before.last_seen_at) await notifyFormerAddress(tx, now, before, after.email);
  if (passwordChanged || demoted) await endSessions(tx, id, options.keepSession);
  if (shut) await deleteSessions(tx, id);
  if (passwordChanged && !before.invitation_expires_at)
    await enqueue(tx, 'users.password_changed_mail', { user_id: id });
  if (!before.is_superuser && after.is_superuser) await notifyOfPromotion(tx, now, after, options.actor);
}
