import type { UserFilter } from '@agora/contract/features/users/users.contract';
import type { Page } from '@agora/contract/shared/pagination';
import { and, asc, count, desc, eq, gt, lte, ne, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/db/client.ts';
import { emailChanges, type NewUser, searchText, type User, users } from './users.table.ts';

export const insertUser = (db: Db, user: NewUser) => db.insert(users).values(user).returning();

export const insertUsers = (db: Db, rows: NewUser[]) => db.insert(users).values(rows);

export const findUserByKey = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.email_key, sql.placeholder('email_key')))
    .prepare('find_user_by_key'),
);

export const findUser = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('find_user'),
);

/** The user, locked until the transaction ends. */
export async function lockUser(tx: Db, id: string): Promise<User | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return user;
}

function matches({ is_superuser, search }: UserFilter): SQL | undefined {
  return and(
    is_superuser === undefined ? undefined : eq(users.is_superuser, is_superuser),
    search ? sql`${searchText} like ${containing(search)}` : undefined,
  );
}

/** A LIKE pattern for any text that contains this one, whatever its accents and letter case. */
const containing = (search: string) =>
  sql`'%' || regexp_replace(lower(f_unaccent(${search})), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;

/** Newest first. */
export const listUsers = (db: Db, { skip, limit }: Page, filter: UserFilter) =>
  db
    .select()
    .from(users)
    .where(matches(filter))
    .orderBy(desc(users.created_at), desc(users.id))
    .offset(skip)
    .limit(limit);

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const [row] = await db.select({ count: count() }).from(users).where(matches(filter));
  return row?.count ?? 0;
}

export const listSuperusers = (db: Db) =>
  db.select().from(users).where(eq(users.is_superuser, true)).orderBy(asc(users.created_at), asc(users.id));

export const updateUser = (db: Db, id: string, changes: Partial<NewUser>) =>
  db.update(users).set(changes).where(eq(users.id, id)).returning();

/** @returns whether there was such a user */
export async function deleteUser(db: Db, id: string): Promise<boolean> {
  const gone = await db.delete(users).where(eq(users.id, id)).returning({ id: users.id });
  return gone.length > 0;
}

const SUPERUSER_LOCK = 4_201_970;

/** Makes changes that could take the last active superuser away wait for one another, until commit. */
export const lockSuperusers = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${SUPERUSER_LOCK})`);

/** Whether an active superuser remains without this user. */
export async function existsOtherSuperuser(tx: Db, id: string): Promise<boolean> {
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.is_superuser, true), eq(users.is_active, true), ne(users.id, id)))
    .limit(1);
  return others.length > 0;
}

export const insertEmailChange = (tx: Db, change: typeof emailChanges.$inferInsert) =>
  tx.insert(emailChanges).values(change);

export const setEmailChangeToken = (db: Db, id: string, token_hash: string) =>
  db.update(emailChanges).set({ token_hash }).where(eq(emailChanges.id, id)).returning({
    user_id: emailChanges.user_id,
    old_email: emailChanges.old_email,
    new_email: emailChanges.new_email,
  });

/** Uses a token up: of callers with the same one, one gets the change. */
export async function takeEmailChange(tx: Db, token_hash: string, now: Date) {
  const [change] = await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.token_hash, token_hash), gt(emailChanges.expires_at, now)))
    .returning();
  return change;
}

/** Forgets the changes of address that came after one. */
export const deleteLaterEmailChanges = (tx: Db, { id, user_id }: { id: string; user_id: string }) =>
  tx.delete(emailChanges).where(and(eq(emailChanges.user_id, user_id), gt(emailChanges.id, id)));

export const deleteExpiredEmailChanges = (db: Db, now: Date) =>
  db.delete(emailChanges).where(lte(emailChanges.expires_at, now));
