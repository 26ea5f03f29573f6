import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { permissionsOfRole } from '../accounts.roles.table.ts';
import { columnsOfShownUser, isActiveAt, users } from '../accounts.users.table.ts';
import { apiKeys } from './accounts.api-keys.table.ts';

export type ApiKeyRow = Awaited<ReturnType<typeof listApiKeys>>[number];

/** All keys with their owners, or one, newest first. */
export const listApiKeys = (db: Db, id?: string) =>
  db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      start: apiKeys.start,
      permissions: apiKeys.permissions,
      owner: { id: users.id, email: users.email, full_name: users.full_name },
      created_at: apiKeys.created_at,
      expires_at: apiKeys.expires_at,
      last_used_at: apiKeys.last_used_at,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.owner_id))
    .where(id === undefined ? undefined : eq(apiKeys.id, id))
    .orderBy(desc(apiKeys.created_at), desc(apiKeys.id));

/** A valid key, and its owner with what they may do now. */
export const findLiveKey = (db: Db, key_hash: string, now: Date) =>
  db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      permissions: apiKeys.permissions,
      last_used_at: apiKeys.last_used_at,
      owner: columnsOfShownUser,
      owner_permissions: permissionsOfRole(users.role_id),
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.owner_id))
    .where(
      and(
        eq(apiKeys.key_hash, key_hash),
        gt(apiKeys.expires_at, now),
        eq(users.is_team, true),
        isNull(users.deleted_at),
        isActiveAt(now),
      ),
    );

/** Notes a use; at most once a minute. */
export const touchKey = (db: Db, id: string, now: Date) =>
  db
    .update(apiKeys)
    .set({ last_used_at: now })
    .where(
      and(
        eq(apiKeys.id, id),
        or(isNull(apiKeys.last_used_at), lt(apiKeys.last_used_at, new Date(now.getTime() - 60_000))),
      ),
    );

/** Lets only one transaction at a time add keys, until it ends. */
export const lockKeys = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('api_keys'))`);

export const countLiveKeys = (tx: Db, now: Date) => tx.$count(apiKeys, gt(apiKeys.expires_at, now));

export const insertKey = (tx: Db, key: typeof apiKeys.$inferInsert) => tx.insert(apiKeys).values(key);

export const deleteKey = (db: Db, id: string) =>
  db.delete(apiKeys).where(eq(apiKeys.id, id)).returning({ id: apiKeys.id });

/** How long an expired key is listed, in milliseconds. */
const KEPT_MS = 90 * 86_400_000;

export const deleteOldKeys = (db: Db, now: Date) =>
  db.delete(apiKeys).where(lt(apiKeys.expires_at, new Date(now.getTime() - KEPT_MS)));
