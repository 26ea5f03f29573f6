import { and, eq, isNotNull, isNull, lt, not, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { users } from '../accounts.users.table.ts';
import { passkeys } from '../passkeys/accounts.passkeys.table.ts';
import { secondFactors } from './accounts.second-factor.table.ts';

export const findFactor = (db: Db, userId: string) =>
  db.select().from(secondFactors).where(eq(secondFactors.user_id, userId));

/** Which second factors an account has. */
export async function findFactorKinds(db: Db, userId: string): Promise<{ code: boolean; passkey: boolean }> {
  const app = db
    .select({ one: sql`1` })
    .from(secondFactors)
    .where(and(eq(secondFactors.user_id, userId), isNotNull(secondFactors.confirmed_at)));
  const own = db.select({ one: sql`1` }).from(passkeys).where(eq(passkeys.user_id, userId));
  const [kinds] = await db.execute<{ code: boolean; passkey: boolean }>(
    sql`select exists ${app} as code, exists ${own} as passkey`,
  );
  return { code: kinds?.code === true, passkey: kinds?.passkey === true };
}

/** Starts a set-up, in place of one that was not confirmed. */
export const upsertFactor = (tx: Db, user_id: string, secret: string) =>
  tx
    .insert(secondFactors)
    .values({ user_id, secret })
    .onConflictDoUpdate({
      target: secondFactors.user_id,
      set: { secret, confirmed_at: null, last_step: 0, recovery_hashes: sql`'{}'` },
    });

/** Uses the code of a step up. @returns false if it, or that of a later step, was used before: each works once */
export async function redeemStep(db: Db, userId: string, step: number): Promise<boolean> {
  const used = await db
    .update(secondFactors)
    .set({ last_step: step })
    .where(and(eq(secondFactors.user_id, userId), lt(secondFactors.last_step, step)))
    .returning({ user_id: secondFactors.user_id });
  return used.length > 0;
}

/** Uses a recovery code up. @returns false if it is not one of those left */
export async function redeemRecoveryHash(db: Db, userId: string, hash: string): Promise<boolean> {
  const used = await db
    .update(secondFactors)
    .set({ recovery_hashes: sql`array_remove(${secondFactors.recovery_hashes}, ${hash})` })
    .where(and(eq(secondFactors.user_id, userId), sql`${hash} = any(${secondFactors.recovery_hashes})`))
    .returning({ user_id: secondFactors.user_id });
  return used.length > 0;
}

/** Puts a key into effect. */
export const confirmFactor = (tx: Db, userId: string, now: Date) =>
  tx.update(secondFactors).set({ confirmed_at: now }).where(eq(secondFactors.user_id, userId));

/** @returns false if the key is another one by now */
export async function setRecoveryHashes(
  tx: Db,
  { user_id, secret }: Pick<typeof secondFactors.$inferSelect, 'user_id' | 'secret'>,
  recovery_hashes: string[],
): Promise<boolean> {
  const changed = await tx
    .update(secondFactors)
    .set({ recovery_hashes })
    .where(and(eq(secondFactors.user_id, user_id), eq(secondFactors.secret, secret)))
    .returning({ user_id: secondFactors.user_id });
  return changed.length > 0;
}

export const deleteFactor = (tx: Db, userId: string) =>
  tx.delete(secondFactors).where(eq(secondFactors.user_id, userId));

export const listFactors = (db: Db) =>
  db.select({ user_id: secondFactors.user_id, secret: secondFactors.secret }).from(secondFactors);

/** Replaces an encrypted key, unless it has changed. */
export const replaceSecret = (db: Db, user_id: string, former: string, secret: string) =>
  db
    .update(secondFactors)
    .set({ secret })
    .where(and(eq(secondFactors.user_id, user_id), eq(secondFactors.secret, former)));

/** Starts the days that those who joined the team have for their set-up. */
export const markAsked = (db: Db, now: Date) =>
  db
    .update(users)
    .set({ second_factor_asked_at: now })
    .where(and(users.is_team, isNull(users.deleted_at), isNull(users.second_factor_asked_at)));

/** Ends them: for those who left the team, or for all. */
export const clearAsked = (db: Db, { ofAll }: { ofAll: boolean }) =>
  db
    .update(users)
    .set({ second_factor_asked_at: null })
    .where(and(isNotNull(users.second_factor_asked_at), ofAll ? undefined : not(users.is_team)));
