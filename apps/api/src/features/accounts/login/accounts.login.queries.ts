import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { type User, users } from '../accounts.users.table.ts';
import { passwordTokens } from './accounts.login.table.ts';

/**
 * Replaces the account's token. Locks the account's row first, as everywhere: the foreign key would lock it
 * after the token's row, which can deadlock.
 * @returns false if the account has another address now
 */
export const upsertPasswordToken = (
  db: Db,
  { email_key, ...token }: typeof passwordTokens.$inferInsert & Pick<User, 'email_key'>,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const owners = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, token.user_id), eq(users.email_key, email_key)))
      .for('key share');
    if (owners.length === 0) return false;
    await tx
      .insert(passwordTokens)
      .values(token)
      .onConflictDoUpdate({
        target: passwordTokens.user_id,
        set: { token_hash: token.token_hash, expires_at: token.expires_at },
      });
    return true;
  });

/** Returns the user of a token, which another request may consume concurrently. */
export async function findPasswordTokenOwner(db: Db, token_hash: string): Promise<string | undefined> {
  const [token] = await db
    .select({ user_id: passwordTokens.user_id })
    .from(passwordTokens)
    .where(eq(passwordTokens.token_hash, token_hash));
  return token?.user_id;
}

/** Consumes a token and returns its user's id; only one of several concurrent callers gets it. */
export async function consumePasswordToken(
  tx: Db,
  token_hash: string,
  now: Date,
): Promise<string | undefined> {
  const [token] = await tx
    .delete(passwordTokens)
    .where(and(eq(passwordTokens.token_hash, token_hash), gt(passwordTokens.expires_at, now)))
    .returning({ user_id: passwordTokens.user_id });
  return token?.user_id;
}

/** Invalidates the user's pending link, if any. */
export const deletePasswordToken = (db: Db, userId: string) =>
  db.delete(passwordTokens).where(eq(passwordTokens.user_id, userId));

/** The same for many users. */
export const deletePasswordTokensOf = (db: Db, userIds: string[]) =>
  db.delete(passwordTokens).where(inArray(passwordTokens.user_id, userIds));

export const deleteExpiredPasswordTokens = (db: Db, now: Date) =>
  db.delete(passwordTokens).where(lte(passwordTokens.expires_at, now));
