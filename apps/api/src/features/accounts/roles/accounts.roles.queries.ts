import { asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { roles } from '../accounts.roles.table.ts';
import { users } from '../accounts.users.table.ts';

export type RoleRow = typeof roles.$inferSelect;

/** Every role with the number of its accounts outside the trash: the built-in ones in the order of their ids first. */
export const listRoles = (db: Db, id?: string) =>
  db
    .select({
      id: roles.id,
      key: roles.key,
      name: roles.name,
      permissions: roles.permissions,
      // Drizzle omits the table names in a select from one table.
      members: sql<number>`(select count(*)::int from users
        where users.role_id = roles.id and users.deleted_at is null)`,
      version: roles.version,
      updated_at: roles.updated_at,
    })
    .from(roles)
    .where(id === undefined ? undefined : eq(roles.id, id))
    .orderBy(
      sql`${roles.key} is null`,
      sql`case when ${roles.key} is not null then ${roles.id} end`,
      sql`lower(f_unaccent(${roles.name}))`,
      asc(roles.id),
    );

export const findRole = (db: Db, id: string) => db.select().from(roles).where(eq(roles.id, id));

/** A role that nobody changes or deletes until the transaction ends. */
export const holdRole = (tx: Db, id: string) => findRole(tx, id).for('share');

export const lockRole = (tx: Db, id: string) => findRole(tx, id).for('update');

/** Lets only one transaction at a time add roles, until it ends. */
export const lockRoles = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('roles'))`);

export const countOwnRoles = (tx: Db) => tx.$count(roles, isNull(roles.key));

export const insertRole = (tx: Db, role: typeof roles.$inferInsert) => tx.insert(roles).values(role);

/** Each change is a new version. */
export const updateRole = (tx: Db, id: string, changes: Partial<RoleRow>) =>
  tx
    .update(roles)
    .set({ ...changes, version: sql`${roles.version} + 1` })
    .where(eq(roles.id, id));

export const deleteRole = (tx: Db, id: string) => tx.delete(roles).where(eq(roles.id, id));

/** Takes a role from accounts in the trash, which would keep it from being deleted. */
export const removeFromTrash = (tx: Db, id: string) =>
  tx
    .update(users)
    .set({ role_id: null })
    .where(sql`${eq(users.role_id, id)} and ${isNotNull(users.deleted_at)}`);
