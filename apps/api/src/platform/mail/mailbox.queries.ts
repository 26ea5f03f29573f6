import { desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { type MailboxMail, mailbox } from './mailbox.table.ts';

export const insertMail = (db: Db, mail: typeof mailbox.$inferInsert) => db.insert(mailbox).values(mail);

const LIST_LIMIT = 50;

export type MailHead = Pick<MailboxMail, 'id' | 'recipient' | 'subject' | 'created_at'>;

/** Lists the newest 50 mails, newest first; `to` filters by recipient, ignoring letter case. */
export const listMails = (db: Db, to?: string): Promise<MailHead[]> =>
  db
    .select({
      id: mailbox.id,
      recipient: mailbox.recipient,
      subject: mailbox.subject,
      created_at: mailbox.created_at,
    })
    .from(mailbox)
    .where(to === undefined ? undefined : sql`lower(${mailbox.recipient}) = lower(${to})`)
    .orderBy(desc(mailbox.created_at), desc(mailbox.id))
    .limit(LIST_LIMIT);

export async function findMail(db: Db, id: string): Promise<MailboxMail | undefined> {
  const [mail] = await db.select().from(mailbox).where(eq(mailbox.id, id));
  return mail;
}

const KEPT = 500;

/** Deletes all but the newest 500. */
export const deleteOldMails = (db: Db) =>
  db
    .delete(mailbox)
    .where(
      notInArray(
        mailbox.id,
        db
          .select({ id: mailbox.id })
          .from(mailbox)
          .orderBy(desc(mailbox.created_at), desc(mailbox.id))
          .limit(KEPT),
      ),
    );
