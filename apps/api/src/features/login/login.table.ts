import { pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../users/users.table.ts';

/** The newest token of each account to set a password with: an older one is overwritten. */
export const passwordTokens = pgTable(
  'password_tokens',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256: the token itself is in the mail alone. */
    token_hash: text().notNull(),
    expires_at: timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  },
  (table) => [uniqueIndex('password_tokens_token_hash').on(table.token_hash)],
);
