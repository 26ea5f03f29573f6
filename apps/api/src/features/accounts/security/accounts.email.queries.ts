import { and, eq, gt, inArray, isNull, lt, lte, ne, notExists, type SQL } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/db/client.ts';
import { emailChanges, type User, users } from '../accounts.users.table.ts';

export const insertEmailChange = (tx: Db, change: typeof emailChanges.$inferInsert) =>
  tx.insert(emailChanges).values(change);

const columns = {
  user_id: emailChanges.user_id,
  old_email: emailChanges.old_email,
  new_email: emailChanges.new_email,
  expires_at: emailChanges.expires_at,
};

export const setUndoToken = (db: Db, id: string, token_hash: string) =>
  db.update(emailChanges).set({ token_hash }).where(eq(emailChanges.id, id)).returning(columns);

/** Only while the change awaits confirmation. */
export const setConfirmToken = (db: Db, id: string, confirm_hash: string) =>
  db
    .update(emailChanges)
    .set({ confirm_hash })
    .where(and(eq(emailChanges.id, id), emailChanges.is_pending))
    .returning(columns);

/** Returns the user of an undo or confirmation token. A concurrent request may consume it at any time. */
export async function findEmailChangeOwner(
  db: Db,
  token: { token_hash: string } | { confirm_hash: string },
): Promise<string | undefined> {
  const [change] = await db
    .select({ user_id: emailChanges.user_id })
    .from(emailChanges)
    .where(
      'token_hash' in token
        ? eq(emailChanges.token_hash, token.token_hash)
        : eq(emailChanges.confirm_hash, token.confirm_hash),
    );
  return change?.user_id;
}

/** Consumes a token and returns its change; only one of several concurrent callers gets it. */
export async function consumeEmailChange(tx: Db, token_hash: string, now: Date) {
  const [change] = await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.token_hash, token_hash), gt(emailChanges.expires_at, now)))
    .returning();
  return change;
}

const NOT_PENDING = { is_pending: false, confirm_hash: null };

/** Consumes a confirmation token in the same way; the change can still be undone. */
export async function consumeConfirmation(tx: Db, confirm_hash: string, now: Date) {
  const [change] = await tx
    .update(emailChanges)
    .set(NOT_PENDING)
    .where(
      and(
        eq(emailChanges.confirm_hash, confirm_hash),
        emailChanges.is_pending,
        gt(emailChanges.expires_at, now),
      ),
    )
    .returning();
  return change;
}

const isPendingOf = (user_id: string) => and(eq(emailChanges.user_id, user_id), emailChanges.is_pending);

/** Restarts the time to confirm; invalidates the pending link. The account's `version` stays unchanged. */
export async function renewPendingChange(tx: Db, user_id: string, expires_at: Date) {
  await tx.update(users).set({ pending_email_expires_at: expires_at }).where(eq(users.id, user_id));
  return tx
    .update(emailChanges)
    .set({ expires_at, confirm_hash: null })
    .where(isPendingOf(user_id))
    .returning({ id: emailChanges.id });
}

export const endPendingChanges = (tx: Db, user_ids: string[]) =>
  tx
    .update(emailChanges)
    .set(NOT_PENDING)
    .where(and(inArray(emailChanges.user_id, user_ids), emailChanges.is_pending));

/**
 * Changes that can be undone at `now` and would restore an address to an account other than `id`: they reserve it. Only
 * the first change of an account counts, or it could reserve any number of addresses. Accounts in the trash reserve
 * none. An update checks accounts and changes in one statement: if an account gives up the address concurrently, it
 * sees one or the other.
 */
export const reservations = (
  db: Db,
  { id, email_key }: Record<'id' | 'email_key', string | AnyPgColumn>,
  now: Date,
) => listReservations(db, now, and(eq(emailChanges.old_email_key, email_key), ne(owner.id, id)));

const owner = alias(users, 'owner');

function listReservations(db: Db, now: Date, ofAddress: SQL | undefined) {
  const first = alias(emailChanges, 'first');
  const earlier = db
    .select({ id: first.id })
    .from(first)
    .where(and(eq(first.user_id, owner.id), lt(first.id, emailChanges.id), gt(first.expires_at, now)));
  return db
    .select({ email_key: emailChanges.old_email_key })
    .from(emailChanges)
    .innerJoin(owner, and(eq(owner.id, emailChanges.user_id), isNull(owner.deleted_at)))
    .where(and(ofAddress, gt(emailChanges.expires_at, now), notExists(earlier)));
}

/** The addresses among these that changes reserve. */
export const listReservedKeys = (db: Db, email_keys: string[], now: Date) =>
  listReservations(db, now, inArray(emailChanges.old_email_key, email_keys));

export const existsReservation = async (
  db: Db,
  address: Pick<User, 'id' | 'email_key'>,
  now: Date,
): Promise<boolean> => (await reservations(db, address, now).limit(1)).length > 0;

/** Deletes the address changes made after the given one. */
export const deleteLaterEmailChanges = (tx: Db, { id, user_id }: { id: string; user_id: string }) =>
  tx.delete(emailChanges).where(and(eq(emailChanges.user_id, user_id), gt(emailChanges.id, id)));

export const deleteExpiredEmailChanges = (db: Db, now: Date) =>
  db.delete(emailChanges).where(lte(emailChanges.expires_at, now));
