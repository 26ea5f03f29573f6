import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../db/moment.ts';

/** Mails stored instead of sent, if a developer's machine has no mail server. */
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
