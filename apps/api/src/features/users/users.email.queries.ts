import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { emailChanges } from './users.table.ts';

export const insertEmailChange = (tx: Db, change: typeof emailChanges.$inferInsert) =>
  tx.insert(emailChanges).values(change);

export const setEmailChangeToken = (db: Db, id: string, token_hash: string) =>
  db.update(emailChanges).set({ token_hash }).where(eq(emailChanges.id, id)).returning({
    user_id: emailChanges.user_id,
    old_email: emailChanges.old_email,
    new_email: emailChanges.new_email,
  });

/** Whose change this is the token of. It may be used up by somebody else the next moment. */
export async function findEmailChangeOwner(db: Db, token_hash: string): Promise<string | undefined> {
  const [change] = await db
    .select({ user_id: emailChanges.user_id })
    .from(emailChanges)
    .where(eq(emailChanges.token_hash, token_hash));
  return change?.user_id;
}

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
