import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { users } from '../accounts.users.table.ts';
import { oidcLinks } from './accounts.oidc.table.ts';

type Link = typeof oidcLinks.$inferSelect;

/** The id of the account that is linked with one at the provider, in the trash or not. */
export async function findLinkedUser(
  db: Db,
  { issuer, subject }: Pick<Link, 'issuer' | 'subject'>,
): Promise<string | undefined> {
  const [link] = await db
    .select({ user_id: oidcLinks.user_id })
    .from(oidcLinks)
    .where(and(eq(oidcLinks.issuer, issuer), eq(oidcLinks.subject, subject)));
  return link?.user_id;
}

export const findLink = (db: Db, userId: string) =>
  db.select().from(oidcLinks).where(eq(oidcLinks.user_id, userId));

/** Links an account, in place of a link with another provider. */
export const upsertLink = (tx: Db, link: Link) =>
  tx
    .insert(oidcLinks)
    .values(link)
    .onConflictDoUpdate({
      target: oidcLinks.user_id,
      set: { issuer: link.issuer, subject: link.subject },
    });

/** @returns false if there was none */
export async function deleteLink(tx: Db, userId: string): Promise<boolean> {
  const deleted = await tx
    .delete(oidcLinks)
    .where(eq(oidcLinks.user_id, userId))
    .returning({ user_id: oidcLinks.user_id });
  return deleted.length > 0;
}

/** Leaves roles that a claim gave to the team. */
export const releaseRoles = (db: Db) =>
  db.update(users).set({ is_role_from_oidc: false }).where(sql`${users.is_role_from_oidc}`);
