import { and, asc, eq, isNotNull, isNull, lte, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Db, prepared } from '../../../platform/db/client.ts';
import { isActiveAt, type NewUser, type User, users } from '../accounts.users.table.ts';

/** Accounts in the trash are gone for every function here that does not name it. */
const isLiving = isNull(users.deleted_at);

/**
 * Nothing happens, and nothing is returned, when the address, or the account, is there already: PostgreSQL would log
 * the address with an error.
 */
export const insertUser = (db: Db, user: NewUser) =>
  db.insert(users).values(user).onConflictDoNothing().returning();

export const insertUsers = (db: Db, rows: NewUser[]) => db.insert(users).values(rows);

export const findUserByKey = prepared((db) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.email_key, sql.placeholder('email_key')), isLiving))
    .prepare('find_user_by_key'),
);

export const findUser = prepared((db) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), isLiving))
    .prepare('find_user'),
);

/** The user, locked until the transaction ends. */
export async function lockUser(tx: Db, id: string): Promise<User | undefined> {
  const user = await lockUserOrTrash(tx, id);
  return user?.deleted_at ? undefined : user;
}

/** The same, also of an account in the trash. */
export async function lockUserOrTrash(tx: Db, id: string): Promise<User | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return user;
}

/** Every superuser, `is_active` as it is at `now`. */
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
    .where(and(eq(users.is_superuser, true), isLiving))
    .orderBy(asc(users.created_at), asc(users.id));

/** What every change that people make brings with it. */
export const changedAt = (now: Date) => ({ version: sql`${users.version} + 1`, updated_at: now });

export const updateUser = (db: Db, id: string, changes: Partial<NewUser>, now: Date) =>
  db
    .update(users)
    .set({ ...changes, ...changedAt(now) })
    .where(eq(users.id, id))
    .returning();

/** The same, unless its address is another's: PostgreSQL would log the address with an error. */
export function updateUserUnlessTaken(tx: Db, id: string, changes: Partial<NewUser>, now: Date) {
  const other = alias(users, 'other');
  const taken = tx
    .select()
    .from(other)
    .where(
      and(
        eq(other.email_key, changes.email_key ?? users.email_key),
        ne(other.id, id),
        isNull(other.deleted_at),
      ),
    );
  return tx
    .update(users)
    .set({ ...changes, ...changedAt(now) })
    .where(and(eq(users.id, id), notExists(taken)))
    .returning();
}

/** Only if nobody changed the password meanwhile. Nothing that people would see changes. */
export const replacePasswordHash = (db: Db, { id, password_hash }: User, hash: string) =>
  db
    .update(users)
    .set({ password_hash: hash })
    .where(and(eq(users.id, id), eq(users.password_hash, password_hash)));

export const deleteUser = (db: Db, id: string) => db.delete(users).where(eq(users.id, id));

/** Erases some of the accounts that were deleted before `end`, and answers how many. */
export async function deleteTrash(tx: Db, end: Date, limit: number): Promise<number> {
  const old = tx
    .select({ id: users.id })
    .from(users)
    .where(lte(users.deleted_at, end))
    .orderBy(asc(users.id))
    .limit(limit)
    .for('update');
  const gone = await tx
    .delete(users)
    .where(and(sql`${users.id} = any(array(${old}))`, isNotNull(users.deleted_at)))
    .returning({ id: users.id });
  return gone.length;
}

const SUPERUSER_LOCK = 4_201_970;

/**
 * Makes changes that could take the last active superuser away wait for one another, until commit. Whoever
 * locks several accounts holds it too, before any of them: so nobody can wait for each other.
 */
export const lockSuperusers = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${SUPERUSER_LOCK})`);

/** Whether a superuser who can sign in at `now` remains without this user. */
export async function existsOtherSuperuser(tx: Db, id: string, now: Date): Promise<boolean> {
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.is_superuser, true),
        isLiving,
        isActiveAt(now),
        isNull(users.invitation_expires_at),
        ne(users.id, id),
      ),
    )
    .limit(1);
  return others.length > 0;
}
