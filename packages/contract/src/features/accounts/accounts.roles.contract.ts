import { z } from 'zod';
import { c } from '../../shared/define.ts';
import { usualRoutes } from '../../shared/usual-routes.ts';
import { accountsErrors } from './accounts.errors.ts';
import { ROLES_MAX } from './accounts.roles.rules.ts';
import { Role, RoleCreate, Roles, RoleUpdate } from './accounts.roles.schema.ts';

const usual = usualRoutes(accountsErrors, {
  path: '/roles/',
  names: ['role', 'roles'],
  readBy: { can: 'team.read' },
  writtenBy: { can: 'team.administer' },
  missing: 'role_not_found',
  query: z.object({}),
  page: Roles,
  row: Role,
  create: RoleCreate,
  update: RoleUpdate,
});

const granting = ['permission_not_held', 'password_required'] as const;

export const roles = c.router({
  readRoles: usual.list('List the roles: those that every organisation has, then the others by name'),
  createRole: usual.create(
    `Create a role, at most ${ROLES_MAX}, with permissions that the caller has`,
    'role_name_taken',
    'too_many_roles',
    ...granting,
  ),
  updateRole: usual.update(
    'Change a role; what it allows changes at once for everybody who has it',
    'version_conflict',
    'role_name_taken',
    'built_in_role',
    ...granting,
  ),
  deleteRole: usual.delete('Delete a role that nobody has', 'built_in_role', 'role_in_use'),
});
