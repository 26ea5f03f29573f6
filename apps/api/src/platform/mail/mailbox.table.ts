import { sql } from 'drizzle-orm';
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Mails of a local service without a mail server, for developers to read. */
export const mailbox = pgTable(
  'mailbox',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    created_at: timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull().default(sql`now()`),
  },
  (table) => [index('mailbox_newest').on(table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst())],
);
