import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../../platform/db/moment.ts';
import { users } from '../accounts.users.table.ts';

/** The newest password token of each account: it overwrites the former one. */
export const passwordTokens = pgTable(
  'password_tokens',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256: only the mail contains the token itself. */
    token_hash: text().notNull(),
    expires_at: moment().notNull(),
  },
  (table) => [uniqueIndex('password_tokens_token_hash').on(table.token_hash)],
);
