import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { mailbox } from './mailbox.table.ts';

/** Mails that the list shows, and that housekeeping keeps. */
const SHOWN = 50;
const KEPT = 500;

export const insertMail = (db: Db, mail: typeof mailbox.$inferInsert) => db.insert(mailbox).values(mail);

/** The newest mails, of one recipient or of all. */
export const listMails = (db: Db, recipient?: string) =>
  db
    .select()
    .from(mailbox)
    .where(
      recipient === undefined ? undefined : eq(sql`lower(${mailbox.recipient})`, recipient.toLowerCase()),
    )
    .orderBy(desc(mailbox.created_at), desc(mailbox.id))
    .limit(SHOWN);

export async function findMail(db: Db, id: string) {
  const [mail] = await db.select().from(mailbox).where(eq(mailbox.id, id));
  return mail;
}

export const deleteOldMails = (db: Db) =>
  db
    .delete(mailbox)
    .where(sql`${mailbox.id} in (select id from mailbox order by created_at desc, id desc offset ${KEPT})`);
