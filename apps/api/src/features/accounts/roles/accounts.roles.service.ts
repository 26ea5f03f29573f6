import { ROLES_MAX } from '@agora/contract/features/accounts/accounts.roles.rules';
import type { Role, RoleCreate, RoleUpdate } from '@agora/contract/features/accounts/accounts.roles.schema';
import { type Permission, withRequired } from '@agora/contract/shared/permissions';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../platform/db/client.ts';
import { violates } from '../../../platform/db/errors.ts';
import { requireRow } from '../../../platform/db/rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { covers } from '../security/accounts.guard.service.ts';
import { type Caller, requireRecentPassword } from '../sessions/accounts.sessions.service.ts';
import {
  countOwnRoles,
  deleteRole,
  insertRole,
  listRoles,
  lockRole,
  lockRoles,
  type RoleRow,
  removeFromTrash,
  updateRole,
} from './accounts.roles.queries.ts';

export const toRole = ({ updated_at, ...role }: Awaited<ReturnType<typeof listRoles>>[number]): Role => ({
  ...role,
  updated_at: updated_at.toISOString(),
});

async function showRole(db: Db, id: string): Promise<Role> {
  return toRole(await requireRow(listRoles(db, id), 'role_not_found'));
}

/** @throws {AppError} `permission_not_held` */
function requireHeld(actor: Caller, permissions: readonly Permission[]): void {
  if (!covers(actor, { is_superuser: false, permissions })) throw new AppError('permission_not_held');
}

/** Runs a change of roles, and names the conflict of a name that is taken. */
const change = (db: Db, work: (tx: Db) => Promise<Role>): Promise<Role> =>
  db.transaction(work).catch((error: unknown) => {
    throw violates(error, 'roles_name') ? new AppError('role_name_taken') : error;
  });

/** @throws {AppError} `permission_not_held`, `password_required`, `role_name_taken`, `too_many_roles` */
export const createRole = (db: Db, now: Date, body: RoleCreate, actor: Caller): Promise<Role> =>
  change(db, async (tx) => {
    const permissions = withRequired(body.permissions);
    requireHeld(actor, permissions);
    requireRecentPassword(actor, now);
    await lockRoles(tx);
    if ((await countOwnRoles(tx)) >= ROLES_MAX) throw new AppError('too_many_roles');
    const id = uuidv7();
    await insertRole(tx, { id, name: body.name, permissions, updated_at: now });
    return showRole(tx, id);
  });

/** @throws {AppError} `role_not_found`, `built_in_role` */
async function lockOwnRole(tx: Db, id: string): Promise<RoleRow> {
  const role = await requireRow(lockRole(tx, id), 'role_not_found');
  if (role.key !== null) throw new AppError('built_in_role');
  return role;
}

/**
 * Permissions that the role has already may stay, whoever changes it: only new ones are granted.
 * @throws {AppError} `role_not_found`, `built_in_role`, `version_conflict`, and those of `createRole`
 */
export const changeRole = (
  db: Db,
  now: Date,
  id: string,
  { version, ...body }: RoleUpdate,
  actor: Caller,
): Promise<Role> =>
  change(db, async (tx) => {
    const role = await lockOwnRole(tx, id);
    if (version !== undefined && version !== role.version) throw new AppError('version_conflict');
    const permissions = body.permissions ? withRequired(body.permissions) : role.permissions;
    const granted = permissions.filter((permission) => !role.permissions.includes(permission));
    requireHeld(actor, granted);
    if (granted.length > 0) requireRecentPassword(actor, now);
    await updateRole(tx, id, {
      ...(body.name !== undefined && { name: body.name }),
      permissions,
      updated_at: now,
    });
    return showRole(tx, id);
  });

/** @throws {AppError} `role_not_found`, `built_in_role`, `role_in_use` */
export const removeRole = (db: Db, id: string): Promise<void> =>
  db
    .transaction(async (tx) => {
      await lockOwnRole(tx, id);
      await removeFromTrash(tx, id);
      await deleteRole(tx, id);
    })
    .catch((error: unknown) => {
      throw violates(error, 'users_role_id_roles_id_fk') ? new AppError('role_in_use') : error;
    });
