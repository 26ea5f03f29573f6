import { LOCALES } from '@agora/contract/features/users/users.contract';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** What a search looks in; the trigram index below is on exactly this expression. */
export const searchText = sql`lower(f_unaccent(coalesce(full_name, '') || E'\n' || email))`;

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    /** As its owner spells it. */
    email: text().notNull(),
    /** What all spellings of the address have in common (`emailKey`): one account each. */
    email_key: text().notNull(),
    full_name: text(),
    is_active: boolean().notNull().default(true),
    is_superuser: boolean().notNull().default(false),
    password_hash: text().notNull(),
    locale: text({ enum: LOCALES }).notNull(),
    created_at: timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email_key),
    index('users_newest').on(table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('users_search').using('gin', sql`${searchText} gin_trgm_ops`),
  ],
);

export type User = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;

/** Former addresses that their owner can take back by the link of a mail. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    old_email: text().notNull(),
    new_email: text().notNull(),
    /** SHA-256 of the token; null until the mail is written. */
    token_hash: text(),
    expires_at: timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  },
  (table) => [
    uniqueIndex('email_changes_token_hash').on(table.token_hash),
    index('email_changes_user').on(table.user_id),
  ],
);
