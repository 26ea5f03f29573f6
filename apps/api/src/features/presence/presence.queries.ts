import type { PresenceUpdate } from '@agora/contract/features/presence/presence.contract';
import { and, asc, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { isActiveAt, nameOfUser, users } from '../accounts/accounts.users.table.ts';

export interface Heartbeat extends PresenceUpdate {
  by: string;
}

/** Notifies every instance of a heartbeat and, if it changes anything, every page that has the row open. */
export async function notifyPresence(
  db: Db,
  heartbeat: Heartbeat & { from: string },
  isChange: boolean,
): Promise<void> {
  const { entity, id } = heartbeat;
  const change = sql`, pg_notify('agora_events', ${JSON.stringify({ event: 'presence', entity, id })})`;
  await db.execute(sql`
    select pg_notify('agora_events', ${JSON.stringify({ event: 'presence.beat', ...heartbeat })})${isChange ? change : sql``}`);
}

/** Names of the given people who are still of the team. */
export const findPeople = (db: Db, ids: readonly string[], now: Date) =>
  db
    .select({ id: users.id, name: nameOfUser(users) })
    .from(users)
    .where(and(inArray(users.id, [...ids]), users.is_team, isActiveAt(now), isNull(users.deleted_at)))
    .orderBy(asc(nameOfUser(users)), asc(users.id));
