import type { BuiltInRole, Permission } from '@agora/contract/shared/permissions';
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';

/**
 * What accounts of the team may do. Triggers: `roles_audited` (audit log), `roles_hand_message_threads_over`
 * (conversations of a role that may not answer any longer).
 */
export const roles = pgTable(
  'roles',
  {
    id: uuid().primaryKey(),
    /** Of a role that every organisation has. A migration inserts and changes these. */
    key: text().$type<BuiltInRole>().unique(),
    name: text().notNull(),
    permissions: text().array().$type<Permission[]>().notNull(),
    version: integer().notNull().default(1),
    updated_at: moment().notNull(),
  },
  () => [uniqueIndex('roles_name').on(sql`lower(f_unaccent(name))`)],
);

/** Permissions of an account without those of superusers, who have all. @param roleId a column */
export const permissionsOfRole = (roleId: AnyPgColumn): SQL<Permission[]> =>
  sql<
    Permission[]
  >`coalesce((select ${roles.permissions} from ${roles} where ${roles.id} = ${roleId}), '{}')`.mapWith(
    roles.permissions,
  );
