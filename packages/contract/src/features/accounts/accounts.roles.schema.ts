import { z } from 'zod';
import { displayText, id, instant, whole } from '../../shared/fields.ts';
import { pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { BUILT_IN_ROLES, type BuiltInRole, PERMISSIONS } from '../../shared/permissions.ts';
import { ROLE_NAME_MAX } from './accounts.roles.rules.ts';

export const Permission = z.enum(PERMISSIONS).meta({ id: 'Permission' });

export const RoleKey = z
  .enum(Object.keys(BUILT_IN_ROLES) as [BuiltInRole, ...BuiltInRole[]])
  .meta({ id: 'RoleKey' });

/** A set of permissions with a name, which accounts of the team have. */
export const Role = z
  .object({
    id: id(),
    key: RoleKey.nullable().meta({
      description: 'Of a role that every organisation has: nobody can change it.',
    }),
    name: z.string(),
    permissions: z.array(Permission),
    members: z
      .number()
      .int()
      .min(0)
      .meta({ description: 'Number of accounts that have it, without the trash.' }),
    version: z.number().int(),
    updated_at: instant(),
  })
  .meta({ id: 'Role' });
export type Role = z.infer<typeof Role>;

export const Roles = pageOf(Role).meta({ id: 'Roles' });

const fields = {
  name: displayText({ min: 1, max: ROLE_NAME_MAX }),
  permissions: z.array(Permission).max(PERMISSIONS.length).meta({
    description: 'Those that another one requires are added: whoever may write may read.',
  }),
};

export const RoleCreate = z.object(fields).meta({ id: 'RoleCreate' });
export type RoleCreate = z.infer<typeof RoleCreate>;

/** Fields left out keep their value. Rejected if `version` is sent and outdated. */
export const RoleUpdate = z
  .object({ ...fields, version: whole({ min: 1, max: SKIP_MAX }) })
  .partial()
  .meta({ id: 'RoleUpdate' });
export type RoleUpdate = z.infer<typeof RoleUpdate>;
