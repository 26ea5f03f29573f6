import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { users } from '../accounts.users.table.ts';
import { type PasskeyRow, passkeys } from './accounts.passkeys.table.ts';

export const listPasskeys = (db: Db, userId: string) =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.user_id, userId))
    .orderBy(asc(passkeys.created_at), asc(passkeys.id));

/** A passkey and its owner, who is not in the trash. */
export const findPasskey = (db: Db, credentialId: string) =>
  db
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.user_id))
    .where(and(eq(passkeys.credential_id, credentialId), sql`${users.deleted_at} is null`));

/** Returns no row if an account has it already: with an error, PostgreSQL would log the key. */
export const insertPasskey = (tx: Db, passkey: PasskeyRow) =>
  tx.insert(passkeys).values(passkey).onConflictDoNothing().returning();

const isOf = (userId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.user_id, userId));

export const findOwnPasskey = (tx: Db, userId: string, id: string) =>
  tx.select().from(passkeys).where(isOf(userId, id));

export const renamePasskey = (tx: Db, userId: string, id: string, name: string) =>
  tx.update(passkeys).set({ name }).where(isOf(userId, id)).returning();

export const deletePasskey = (tx: Db, userId: string, id: string) =>
  tx.delete(passkeys).where(isOf(userId, id)).returning();

export const deletePasskeys = (tx: Db, userId: string) =>
  tx.delete(passkeys).where(eq(passkeys.user_id, userId)).returning({ name: passkeys.name });

/** Records a use. @returns false if the passkey is gone, or its counter is no longer behind */
export async function recordUse(tx: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const counts = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await tx
    .update(passkeys)
    .set({ counter, last_used_at: now })
    .where(and(eq(passkeys.id, id), counts))
    .returning({ id: passkeys.id });
  return used.length > 0;
}
