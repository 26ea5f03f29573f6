import type { UserFilter } from '@agora/contract/features/accounts/accounts.users.schema';
import { and, asc, eq, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { inBatches, type Target } from '../../../platform/db/bulk.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Clock } from '../../../platform/db/time-zone.ts';
import { isActiveAt, type NewUser, type User, users } from '../accounts.users.table.ts';
import { matches } from './accounts.list.queries.ts';
import { changedAt } from './accounts.users.queries.ts';

export type BulkUser = Pick<User, 'id' | 'email' | 'full_name' | 'is_superuser' | 'deleted_at'>;

/** Yields the target's accounts in batches ordered by id, each locked until the transaction ends. */
export function lockTarget(tx: Db, target: Target<UserFilter>, clock: Clock): AsyncGenerator<BulkUser[]> {
  const isMeant = 'ids' in target ? inArray(users.id, target.ids) : matches(target.filter, clock);
  return inBatches(users.id, (isNext, limit) =>
    tx
      .select({
        id: users.id,
        email: users.email,
        full_name: users.full_name,
        is_superuser: users.is_superuser,
        deleted_at: users.deleted_at,
      })
      .from(users)
      .where(and(isMeant, isNext))
      .orderBy(asc(users.id))
      .limit(limit)
      .for('update'),
  );
}

const updateUsers = (tx: Db, condition: SQL | undefined, changes: Partial<NewUser>, now: Date) =>
  tx
    .update(users)
    .set({ ...changes, ...changedAt(now) })
    .where(condition);

/** Updates only the active ones; the others keep the details of their deactivation. */
export const updateActiveUsers = (tx: Db, ids: string[], changes: Partial<NewUser>, now: Date) =>
  updateUsers(tx, and(inArray(users.id, ids), isActiveAt(now)), changes, now);

export const updateInactiveUsers = (tx: Db, ids: string[], changes: Partial<NewUser>, now: Date) =>
  updateUsers(tx, and(inArray(users.id, ids), eq(users.is_active, false)), changes, now);

export const trashUsers = (tx: Db, ids: string[], changes: Partial<NewUser>, now: Date) =>
  updateUsers(tx, inArray(users.id, ids), changes, now);

export const deleteUsers = (tx: Db, ids: string[]) => tx.delete(users).where(inArray(users.id, ids));

/**
 * Restores accounts from the trash and returns the restored ones: not those whose address is taken now, and
 * of several with one address only the one deleted last.
 */
export async function restoreUsers(tx: Db, ids: string[], now: Date): Promise<string[]> {
  const other = alias(users, 'other');
  const hasSameAddress = eq(other.email_key, users.email_key);
  const living = tx
    .select()
    .from(other)
    .where(and(hasSameAddress, isNull(other.deleted_at)));
  const isLater = sql`(${other.deleted_at}, ${other.id}) > (${users.deleted_at}, ${users.id})`;
  const later = tx
    .select()
    .from(other)
    .where(and(hasSameAddress, inArray(other.id, ids), isLater));
  const isFree = and(inArray(users.id, ids), notExists(living), notExists(later));
  const restored = await updateUsers(tx, isFree, { deleted_at: null }, now).returning({ id: users.id });
  return restored.map(({ id }) => id);
}
