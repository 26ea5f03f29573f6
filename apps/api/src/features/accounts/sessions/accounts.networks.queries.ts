import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { users } from '../accounts.users.table.ts';
import { knownNetworks } from './accounts.sessions.table.ts';

/** Updates the row only if it was last written before `stale`. */
export const upsertNetwork = (db: Db, known: typeof knownNetworks.$inferInsert, stale: Date) =>
  db
    .insert(knownNetworks)
    .values(known)
    .onConflictDoUpdate({
      target: [knownNetworks.user_id, knownNetworks.network],
      set: { last_used_at: known.last_used_at },
      setWhere: lte(knownNetworks.last_used_at, stale),
    });

/** True if an account was used from a network after `since`. Takes as long for unknown addresses. */
export async function existsNetwork(
  db: Db,
  { email_key, network, since }: { email_key: string; network: string; since: Date },
): Promise<boolean> {
  const rows = await db
    .select({ network: knownNetworks.network })
    .from(knownNetworks)
    .innerJoin(users, eq(users.id, knownNetworks.user_id))
    .where(
      and(
        eq(users.email_key, email_key),
        isNull(users.deleted_at),
        eq(knownNetworks.network, network),
        gt(knownNetworks.last_used_at, since),
      ),
    );
  return rows.length > 0;
}

export const deleteNetworks = (db: Db, userId: string) =>
  db.delete(knownNetworks).where(eq(knownNetworks.user_id, userId));

export const deleteNetworksUntil = (db: Db, end: Date) =>
  db.delete(knownNetworks).where(lte(knownNetworks.last_used_at, end));
