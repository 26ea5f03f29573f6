import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { type Db, prepared } from '../../../platform/db/client.ts';
import { when } from '../../../platform/db/filter.ts';
import { momentOf } from '../../../platform/db/moment.ts';
import { changesOf, ownCountOf } from '../../../platform/db/row-counts.ts';
import { type Clock, startOfDay } from '../../../platform/db/time-zone.ts';
import { dayAt } from '../../../platform/time/civil-date.ts';
import { memberDays } from '../accounts.member-days.table.ts';
import { permissionsOfRole } from '../accounts.roles.table.ts';
import { columnsOfShownUser, isActiveAt, type User, users } from '../accounts.users.table.ts';
import { sessions } from './accounts.sessions.table.ts';

/** Expiry bounds: the session's own, or inactivity since `idle_since`, for the team since `team_idle_since`. */
export interface Ends {
  now: Date;
  idle_since: Date;
  team_idle_since: Date;
}

type Bounds = Record<keyof Ends, Date | Placeholder>;

/** Condition on a session, without its owner. */
const isInUse = ({ now, idle_since, team_idle_since }: Bounds) =>
  and(
    gt(sessions.expires_at, now),
    or(
      and(users.is_team, gt(sessions.last_used_at, team_idle_since)),
      and(not(users.is_team), gt(sessions.last_used_at, idle_since)),
    ),
  ) as SQL;

const isLive = and(
  eq(sessions.id, sql.placeholder('sid')),
  eq(sessions.user_id, sql.placeholder('user_id')),
  isInUse({
    now: sql.placeholder('now'),
    idle_since: sql.placeholder('idle_since'),
    team_idle_since: sql.placeholder('team_idle_since'),
  }),
  isNull(users.deleted_at),
  isActiveAt(sql.placeholder('now')),
);

/**
 * The session and its active owner, if both are valid at `now`. One round trip, since each request makes it.
 */
export const findLiveSession = prepared((db) =>
  db
    .select({
      user: columnsOfShownUser,
      permissions: permissionsOfRole(users.role_id),
      last_used_at: sessions.last_used_at,
      password_at: sessions.password_at,
      is_multi_factor: sessions.is_multi_factor,
      // Every hash begins so; what `noPassword` returns, and the empty one of imported accounts, do not.
      has_password: sql<boolean>`${users.password_hash} like '$%'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(isLive)
    .prepare('find_live_session'),
);

/**
 * The same for readers of content: only the owner's columns they need, and the content's change count, which
 * validates cached responses without another query.
 */
export const findLiveReader = prepared((db) =>
  db
    .select({
      id: users.id,
      is_superuser: users.is_superuser,
      role_id: users.role_id,
      permissions: permissionsOfRole(users.role_id),
      is_team: users.is_team,
      locale: users.locale,
      last_used_at: sessions.last_used_at,
      content_changes: changesOf(sql.placeholder('change_keys')),
      own_count: ownCountOf(sql.placeholder('own'), users.id),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(isLive)
    .prepare('find_live_reader'),
);

export const insertSession = (db: Db, session: typeof sessions.$inferInsert) =>
  db.insert(sessions).values(session);

/** Records that the owner of a session entered the password. */
export const recordPasswordEntry = (db: Db, id: string, now: Date) =>
  db.update(sessions).set({ password_at: now }).where(eq(sessions.id, id));

/** An account whose password was verified. */
export interface Verified extends Pick<User, 'id' | 'email_key' | 'password_hash' | 'second_factor_at'> {
  /** Replaces the hash of an imported account. */
  renewed_hash?: string | undefined;
}

/** Notes that a member used the app, the first time of the day. @param member a query for the id of an account */
const noteDay = (member: SQLWrapper, { now, timeZone }: Clock) => sql`
  insert into ${memberDays} (user_id, at) select id, ${momentOf(now)} from ${users}
  where id in (${member}) and not is_team and deleted_at is null and not exists (
    select from ${memberDays} where user_id = id and at >= ${startOfDay(dayAt(now, timeZone), timeZone)})
  on conflict do nothing`;

/**
 * Records a sign-in and locks the account. Leaves `version` unchanged.
 * @returns false if the account is no longer active, or has changed since it was verified
 */
export async function markSignedIn(
  tx: Db,
  { id, email_key, password_hash, second_factor_at, renewed_hash = password_hash }: Verified,
  clock: Clock,
): Promise<boolean> {
  const { now } = clock;
  const seen = await tx
    .update(users)
    .set({ last_seen_at: now, password_hash: renewed_hash })
    .where(
      and(
        eq(users.id, id),
        eq(users.email_key, email_key),
        eq(users.password_hash, password_hash),
        second_factor_at ? isNotNull(users.second_factor_at) : isNull(users.second_factor_at),
        isNull(users.deleted_at),
        isActiveAt(now),
      ),
    )
    .returning({ id: users.id });
  if (seen.length === 0) return false;
  await tx.execute(noteDay(sql`${id}::uuid`, clock));
  return true;
}

/** Stores the new hash of a password that was verified. @returns false if the account has another one by now */
export async function renewHash(db: Db, { id, password_hash }: Verified, renewed: string): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({ password_hash: renewed })
    .where(and(eq(users.id, id), eq(users.password_hash, password_hash)))
    .returning({ id: users.id });
  return changed.length > 0;
}

export async function existsSession(db: Db, id: string): Promise<boolean> {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id));
  return rows.length > 0;
}

/**
 * Records the use of a session. Locks the account's row first, as everywhere, but skips the update if it is
 * locked: a slow change of the account must not delay a request that only reads.
 */
export async function touchSession(db: Db, { sid, user_id }: { sid: string; user_id: string }, clock: Clock) {
  const { now } = clock;
  const free = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, user_id))
    .for('no key update', { skipLocked: true });
  const seen = db
    .$with('seen')
    .as(
      db.update(users).set({ last_seen_at: now }).where(inArray(users.id, free)).returning({ id: users.id }),
    );
  const noted = db.$with('noted', {}).as(noteDay(sql`select id from ${seen}`, clock));
  await db
    .with(seen, noted)
    .update(sessions)
    .set({ last_used_at: now })
    .from(seen)
    .where(and(eq(sessions.id, sid), eq(sessions.user_id, seen.id)));
}

/** Maximum number of sessions in a list. */
const SESSIONS_MAX = 100;

export const listSessions = (db: Db, userId: string, ends: Ends) =>
  db
    .select(getTableColumns(sessions))
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.user_id, userId), isInUse(ends)))
    .orderBy(desc(sessions.created_at), desc(sessions.id))
    .limit(SESSIONS_MAX);

/** Those of the given sessions that are in use by the team, with their owners' rights. */
export const listTeamSessions = (db: Db, ids: readonly string[], ends: Ends) =>
  db
    .select({
      id: sessions.id,
      user_id: users.id,
      is_superuser: users.is_superuser,
      role_id: users.role_id,
      permissions: permissionsOfRole(users.role_id),
      is_team: users.is_team,
      second_factor_at: users.second_factor_at,
      second_factor_asked_at: users.second_factor_asked_at,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        inArray(sessions.id, [...ids]),
        users.is_team,
        isInUse(ends),
        isNull(users.deleted_at),
        isActiveAt(ends.now),
      ),
    );

/**
 * Ends sessions of a user, and pushes to the phones registered in them. Locks the user first, so that it includes
 * phones that are being registered.
 * @param andOld true to also end pushes to phones whose sessions have expired
 * @returns true if there was one
 */
const end = (
  db: Db,
  userId: string,
  which: SQL | undefined,
  { andOld }: { andOld: boolean },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const ended = await tx.execute(sql`
      with ended as (delete from sessions where ${and(eq(sessions.user_id, userId), which)} returning id),
        forgotten as (delete from devices where user_id = ${userId}
          and (session_id in (select id from ended) or (${andOld} and session_id is null)))
      select id from ended`);
    return ended.length > 0;
  });

/** @returns true if the user had that session */
export const endSession = (db: Db, userId: string, id: string) =>
  end(db, userId, eq(sessions.id, id), { andOld: false });

/** Ends a user's sessions except `except`, as every change of password, address or privileges does. */
export const endSessions = (db: Db, userId: string, except?: string) =>
  end(
    db,
    userId,
    when(except, (id) => ne(sessions.id, id)),
    { andOld: true },
  );

/** Deletes the sessions of a deactivated account, whose phones stay registered but muted until its reactivation. */
export const deleteSessions = (db: Db, userId: string) =>
  db.delete(sessions).where(eq(sessions.user_id, userId));

/** The same for many users. */
export const deleteSessionsOf = (db: Db, userIds: string[]) =>
  db.delete(sessions).where(inArray(sessions.user_id, userIds));

export const deleteOldSessions = (db: Db, ends: Ends) =>
  db.execute(
    sql`delete from sessions using users where users.id = sessions.user_id and not (${isInUse(ends)})`,
  );
