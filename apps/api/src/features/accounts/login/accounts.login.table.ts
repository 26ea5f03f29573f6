import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../../platform/db/moment.ts';
import { users } from '../accounts.users.table.ts';

/** The newest token of each account to set a password with: an older one is overwritten. */
export const passwordTokens = pgTable(
  'password_tokens',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256: the token itself is in the mail alone. */
    token_hash: text().notNull(),
    expires_at: moment().notNull(),
  },
  (table) => [uniqueIndex('password_tokens_token_hash').on(table.token_hash)],
);
