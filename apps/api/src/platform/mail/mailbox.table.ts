import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../db/moment.ts';

/** Mails that stay here instead of being sent, when there is no mail server on a developer's machine. */
export const mailbox = pgTable(
  'mailbox',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (table) => [index('mailbox_newest').on(table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst())],
);

export type MailboxMail = typeof mailbox.$inferSelect;
