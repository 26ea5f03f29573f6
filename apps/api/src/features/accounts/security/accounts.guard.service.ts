import type { ErrorCode } from '@agora/contract/registry';
import { can, type Permission, type Rights } from '@agora/contract/shared/permissions';
import type { Db } from '../../../platform/db/client.ts';
import { violates } from '../../../platform/db/errors.ts';
import { requireRow } from '../../../platform/db/rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { fieldProblem } from '../../../platform/http/router.ts';
import { isActive, type NewUser, type User } from '../accounts.users.table.ts';
import { findRole, holdRole } from '../roles/accounts.roles.queries.ts';
import {
  existsOtherSuperuser,
  findUser,
  findUserOrTrash,
  insertUser,
  updateUserUnlessTaken,
} from '../users/accounts.users.queries.ts';
import { existsReservation } from './accounts.email.queries.ts';

/**
 * Refuses to remove the last active superuser. The caller holds the superuser lock. An invited superuser who
 * has not accepted does not count: nobody can sign in to that account.
 */
export async function requireOtherSuperuser(tx: Db, user: User, now: Date): Promise<void> {
  if (!user.is_superuser || user.deleted_at || user.invitation_expires_at || !isActive(user, now)) return;
  if (!(await existsOtherSuperuser(tx, user.id, now))) throw new AppError('last_superuser');
}

/**
 * Rejects somebody of the team who has lost any right since the request began, or is not active.
 * @throws {AppError} `privileges_required`
 */
export async function requireRights(tx: Db, before: Rights & { id: string }, now: Date): Promise<void> {
  const [user] = await findUser(tx, { id: before.id });
  const isHeld = user && isActive(user, now) && (await hasRights(tx, user, before));
  if (!isHeld) throw new AppError('privileges_required');
}

async function hasRights(tx: Db, user: User, { is_superuser, permissions }: Rights): Promise<boolean> {
  if (is_superuser || user.is_superuser) return user.is_superuser;
  const [role] = user.role_id ? await findRole(tx, user.role_id) : [];
  return permissions.every((permission) => role?.permissions.includes(permission));
}

/** What one account may do to another depends on the permissions of both. */
type Powers = Pick<Rights, 'is_superuser' | 'permissions'>;

/**
 * True if `actor` has every permission of `other`: nobody takes over an account that may do more, or grants what they
 * do not have.
 */
export const covers = (actor: Powers, other: Powers): boolean =>
  actor.is_superuser ||
  (!other.is_superuser && other.permissions.every((permission) => can(actor, permission)));

/** @throws {AppError} `privileges_required` if the caller may not read about an account */
export function requireReadable(caller: Powers, { is_team }: Pick<User, 'is_team'>): void {
  if (!can(caller, is_team ? 'team.read' : 'members.read')) throw new AppError('privileges_required');
}

/** The account, if the caller may read about it. @throws {AppError} also `user_not_found` */
export async function requireReadableUser(db: Db, caller: Powers, id: string): Promise<User> {
  const user = await requireRow(findUser(db, { id }), 'user_not_found');
  requireReadable(caller, user);
  return user;
}

/**
 * Rejects an actor who may not act on an account: members and the team have permissions of their own.
 * @param permission that is required to act on a member
 * @throws {AppError} `privileges_required`, `account_outranks_caller`
 */
export async function requireAuthority(
  tx: Db,
  actor: Powers,
  { is_superuser, is_team, role_id }: Pick<User, 'is_superuser' | 'is_team' | 'role_id'>,
  permission: Permission,
): Promise<void> {
  if (actor.is_superuser) return;
  if (!can(actor, is_team ? 'team.administer' : permission)) throw new AppError('privileges_required');
  const [role] = role_id ? await findRole(tx, role_id) : [];
  if (!covers(actor, { is_superuser, permissions: role?.permissions ?? [] }))
    throw new AppError('account_outranks_caller');
}

/**
 * The same by id, in the trash or not. Without a lock: whatever follows may as well happen before a concurrent grant.
 * @throws {AppError} also `user_not_found`
 */
export async function requireAuthorityOver(
  tx: Db,
  actor: Powers,
  id: string,
  permission: Permission,
): Promise<void> {
  if (actor.is_superuser) return;
  const user = await requireRow(findUserOrTrash(tx, id), 'user_not_found');
  await requireAuthority(tx, actor, user, permission);
}

const ROLE_UNKNOWN = { type: 'role_unknown', message: 'Input should be a role that there is' };

/** What makes an account one of the team. */
interface Grant {
  is_superuser?: boolean | undefined;
  role_id?: string | null | undefined;
}

/**
 * Rejects a change of what an account may do, unless the actor may administer the team and has all that they grant.
 * @param before a member's for a new account
 * @throws {AppError} `privileges_required`, `permission_not_held`
 * @throws {RequestValidationError} `role_unknown`
 */
export async function requireGrant(
  tx: Db,
  actor: Powers,
  before: { is_superuser: boolean; role_id: string | null },
  { is_superuser = before.is_superuser, role_id = before.role_id }: Grant,
): Promise<void> {
  const isChanged = is_superuser !== before.is_superuser || role_id !== before.role_id;
  if (!isChanged) return;
  if (!can(actor, 'team.administer')) throw new AppError('privileges_required');
  if (is_superuser !== before.is_superuser && !actor.is_superuser) throw new AppError('permission_not_held');
  if (role_id === null || role_id === before.role_id) return;
  const [role] = await holdRole(tx, role_id);
  if (!role) throw fieldProblem('role_id', ROLE_UNKNOWN);
  if (!covers(actor, { ...role, is_superuser: false })) throw new AppError('permission_not_held');
}

/**
 * Adds an account unless another one has its address or can restore it. The latter is checked after writing: the insert
 * waits for an account that gives up the address concurrently, and afterwards no other account can take it.
 * @param tx a transaction, to be rolled back if this throws
 * @throws {AppError} `taken`
 */
export async function insertUnlessTaken(tx: Db, row: NewUser, now: Date, taken: ErrorCode): Promise<User> {
  const [user] = await insertUser(tx, row);
  if (!user || (await existsReservation(tx, user, now))) throw new AppError(taken);
  return user;
}

/**
 * Changes an account unless another one has its address or can restore it.
 * @throws {AppError} `email_taken`
 */
export async function updateUnlessTaken(
  tx: Db,
  id: string,
  changes: Partial<NewUser>,
  now: Date,
): Promise<User> {
  const [changed] = await updateUserUnlessTaken(tx, id, changes, now).catch((error: unknown) => {
    // A concurrent transaction took the address.
    throw violates(error, 'users_email_key') ? new AppError('email_taken') : error;
  });
  if (!changed) throw new AppError('email_taken');
  return changed;
}

interface Deactivation {
  now: Date;
  by?: string | undefined;
  until?: Date | undefined;
  reason?: string | null | undefined;
}

/** The fields of a deactivated account. */
export const deactivation = ({ now, by, until, reason }: Deactivation) => ({
  is_active: false,
  deactivated_at: now,
  deactivated_by: by ?? null,
  deactivated_until: until ?? null,
  deactivation_reason: reason ?? null,
});

/** The same fields of an active account. */
export const REACTIVATION = {
  is_active: true,
  deactivated_at: null,
  deactivated_by: null,
  deactivated_until: null,
  deactivation_reason: null,
} as const;
