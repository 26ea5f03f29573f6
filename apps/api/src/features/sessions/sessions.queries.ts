import { and, desc, eq, gt, lte, ne, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/db/client.ts';
import { users } from '../users/users.table.ts';
import { sessions } from './sessions.table.ts';

/** The session and its active owner, if both are good at `now`. One round trip: each request makes it. */
export const findLiveSession = prepared((db) =>
  db
    .select({ user: users, last_used_at: sessions.last_used_at })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sid')),
        eq(sessions.user_id, sql.placeholder('user_id')),
        gt(sessions.expires_at, sql.placeholder('now')),
        eq(users.is_active, true),
      ),
    )
    .prepare('find_live_session'),
);

export const insertSession = (db: Db, session: typeof sessions.$inferInsert) =>
  db.insert(sessions).values(session);

export const touchSession = (db: Db, id: string, now: Date) =>
  db.update(sessions).set({ last_used_at: now }).where(eq(sessions.id, id));

export const listSessions = (db: Db, userId: string, now: Date) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), gt(sessions.expires_at, now)))
    .orderBy(desc(sessions.created_at), desc(sessions.id));

/** @returns whether the user had that session */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return gone.length > 0;
}

/** Ends every session of a user, or every one but `except`. */
export const deleteSessions = (db: Db, userId: string, except?: string) =>
  db
    .delete(sessions)
    .where(and(eq(sessions.user_id, userId), except === undefined ? undefined : ne(sessions.id, except)));

export const deleteExpiredSessions = (db: Db, now: Date) =>
  db.delete(sessions).where(lte(sessions.expires_at, now));
