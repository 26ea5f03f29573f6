import type { Permission } from '@agora/contract/shared/permissions';
import { and, asc, eq, inArray, isNull, lt, lte, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Db, prepared } from '../../../platform/db/client.ts';
import { when } from '../../../platform/db/filter.ts';
import { startOfDay } from '../../../platform/db/time-zone.ts';
import { memberDays } from '../accounts.member-days.table.ts';
import { isActiveAt, type NewUser, nameOfUser, type User, users } from '../accounts.users.table.ts';
import { reservations } from '../security/accounts.email.queries.ts';

/** Excludes the trash. Every function here applies it unless its name says otherwise. */
const isNotDeleted = isNull(users.deleted_at);

/**
 * Does nothing and returns no row if the address or the account exists: with an error, PostgreSQL would log
 * the address.
 */
export const insertUser = (db: Db, user: NewUser) =>
  db.insert(users).values(user).onConflictDoNothing().returning();

/** The same for many; returns those that were added. */
export const insertNewUsers = (db: Db, rows: NewUser[]) =>
  db
    .insert(users)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: users.id, invitation_expires_at: users.invitation_expires_at });

/** The addresses among these that accounts have. */
export const listKnownKeys = (db: Db, email_keys: string[]) =>
  db
    .select({ email_key: users.email_key })
    .from(users)
    .where(and(inArray(users.email_key, email_keys), isNotDeleted));

export const insertUsers = (db: Db, rows: NewUser[]) => db.insert(users).values(rows);

export const insertMemberDays = (db: Db, rows: (typeof memberDays.$inferInsert)[]) =>
  db.insert(memberDays).values(rows).onConflictDoNothing();

/** Deletes those before a day. */
export const deleteMemberDays = (db: Db, before: string, timeZone: string) =>
  db.delete(memberDays).where(lt(memberDays.at, startOfDay(before, timeZone)));

export const findUserByKey = prepared((db) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.email_key, sql.placeholder('email_key')), isNotDeleted))
    .prepare('find_user_by_key'),
);

export const findUser = prepared((db) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), isNotDeleted))
    .prepare('find_user'),
);

export const findUserOrTrash = (db: Db, id: string) =>
  db
    .select({ is_superuser: users.is_superuser, is_team: users.is_team, role_id: users.role_id })
    .from(users)
    .where(eq(users.id, id));

/** Returns the user, locked until the transaction ends. */
export async function lockUser(tx: Db, id: string): Promise<User | undefined> {
  const user = await lockUserOrTrash(tx, id);
  return user?.deleted_at ? undefined : user;
}

/** The same, including accounts in the trash. */
export async function lockUserOrTrash(tx: Db, id: string): Promise<User | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return user;
}

/** Every superuser, with `is_active` as of `now`. */
export const listSuperusers = (db: Db, now: Date) =>
  db
    .select({
      id: users.id,
      email: users.email,
      full_name: users.full_name,
      is_active: sql<boolean>`${isActiveAt(now)}`,
      invitation_expires_at: users.invitation_expires_at,
    })
    .from(users)
    .where(and(eq(users.is_superuser, true), isNotDeleted))
    .orderBy(asc(users.created_at), asc(users.id));

/** The people of the team who can sign in at `now`, or those of them who have a permission. */
export const listTeam = (db: Db, now: Date, permission?: Permission) =>
  db
    .select({ id: users.id, email: users.email, full_name: users.full_name })
    .from(users)
    .where(
      and(
        users.is_team,
        isNotDeleted,
        isActiveAt(now),
        isNull(users.invitation_expires_at),
        when(permission, (asked) => sql`account_can(${users.id}, ${asked})`),
      ),
    )
    .orderBy(sql`lower(f_unaccent(${nameOfUser(users)}))`, asc(users.id));

/** The columns that every user edit sets. */
export const changedAt = (now: Date) => ({ version: sql`${users.version} + 1`, updated_at: now });

export const updateUser = (db: Db, id: string, changes: Partial<NewUser>, now: Date) =>
  db
    .update(users)
    .set({ ...changes, ...changedAt(now) })
    .where(eq(users.id, id))
    .returning();

/**
 * The same, unless another account has the address or can restore it: on an error, PostgreSQL would log the address.
 * An account may always keep its current address.
 */
export function updateUserUnlessTaken(tx: Db, id: string, changes: Partial<NewUser>, now: Date) {
  const other = alias(users, 'other');
  const email_key = changes.email_key ?? users.email_key;
  const isCurrentEmail = and(eq(users.email_key, email_key), isNotDeleted);
  const taken = tx
    .select()
    .from(other)
    .where(and(eq(other.email_key, email_key), ne(other.id, id), isNull(other.deleted_at)));
  const reserved = reservations(tx, { id, email_key }, now);
  return tx
    .update(users)
    .set({ ...changes, ...changedAt(now) })
    .where(and(eq(users.id, id), or(isCurrentEmail, and(notExists(taken), notExists(reserved)))))
    .returning();
}

/** Erases accounts, without a statement timeout, since the amount of their data is not limited. */
export async function deleteUsers(tx: Db, ids: string[]): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.delete(users).where(inArray(users.id, ids));
}

/** Maximum number of items that a request erases with an account, each with an audit log entry: more take too long. */
const ITEMS_ERASED_IN_REQUEST = 500;

/** True if an account has more items than this limit, in the trash or not. */
export async function hasManyItems(db: Db, id: string): Promise<boolean> {
  const some = await db.execute(
    sql`select from items where owner_id = ${id} limit ${ITEMS_ERASED_IN_REQUEST + 1}`,
  );
  return some.length > ITEMS_ERASED_IN_REQUEST;
}

const isOldTrash = (end: Date) => lte(users.deleted_at, end);

/** Ids of the accounts deleted before `end`. */
export const listOldTrash = (db: Db, end: Date) =>
  db.select({ id: users.id }).from(users).where(isOldTrash(end)).orderBy(asc(users.id));

/** Returns the account, locked until the transaction ends, if it was deleted before `end`. */
export const lockOldTrash = (tx: Db, id: string, end: Date) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isOldTrash(end)))
    .for('update');

/** Condition: a member, in the app at most before `end`. */
const isInactiveSince = (end: Date): SQL => sql`(not ${users.is_team} and ${isNotDeleted} and (
  ${lt(users.last_seen_at, end)} or (${isNull(users.last_seen_at)} and ${lt(users.created_at, end)})))`;

export const listInactive = (db: Db, end: Date, limit: number) =>
  db.select({ id: users.id }).from(users).where(isInactiveSince(end)).limit(limit);

/** Returns the account, locked until the transaction ends, if it is still inactive. */
export const lockInactive = (tx: Db, id: string, end: Date) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isInactiveSince(end)))
    .for('update');

/** True for a superuser, in the trash or not. */
export async function isSuperuser(db: Db, id: string): Promise<boolean> {
  const [user] = await db.select({ is_superuser: users.is_superuser }).from(users).where(eq(users.id, id));
  return user?.is_superuser ?? false;
}

const SUPERUSER_LOCK = 4_201_970;

/**
 * Serialises changes that could remove the last active superuser, until commit. Transactions that lock
 * several accounts take this lock first, which avoids deadlocks.
 */
export const lockSuperusers = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${SUPERUSER_LOCK})`);

/** True if a superuser other than this user can sign in at `now`. */
export async function existsOtherSuperuser(tx: Db, id: string, now: Date): Promise<boolean> {
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.is_superuser, true),
        isNotDeleted,
        isActiveAt(now),
        isNull(users.invitation_expires_at),
        ne(users.id, id),
      ),
    )
    .limit(1);
  return others.length > 0;
}
