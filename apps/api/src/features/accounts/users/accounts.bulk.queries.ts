import { and, eq, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { lockInBatches, type Target } from '../../../platform/db/bulk.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Clock } from '../../../platform/db/time-zone.ts';
import { type NewUser, type User, users } from '../accounts.users.table.ts';
import { reservations } from '../security/accounts.email.queries.ts';
import { type AccountFilter, matches } from './accounts.list.queries.ts';
import { changedAt } from './accounts.users.queries.ts';

/** Yields the target's accounts in batches, each locked until the transaction ends. */
export const lockTarget = (tx: Db, target: Target<AccountFilter>, clock: Clock): AsyncGenerator<User[]> =>
  lockInBatches(tx, users, target, (filter) => matches(filter, clock));

const updateWhere = (tx: Db, condition: SQL | undefined, changes: Partial<NewUser>, now: Date) =>
  tx
    .update(users)
    .set({ ...changes, ...changedAt(now) })
    .where(condition);

export const updateUsers = (tx: Db, ids: string[], changes: Partial<NewUser>, now: Date) =>
  updateWhere(tx, inArray(users.id, ids), changes, now);

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
  const reserved = reservations(tx, users, now);
  const isFree = and(inArray(users.id, ids), notExists(living), notExists(later), notExists(reserved));
  const restored = await updateWhere(tx, isFree, { deleted_at: null }, now).returning({ id: users.id });
  return restored.map(({ id }) => id);
}
