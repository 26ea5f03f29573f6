import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';

/** Copies of somebody's data, which they download by a mailed link. The id names the file in the storage. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    requested_at: moment().notNull(),
    /** SHA-256 of the token of the link; null until the file is stored. */
    token_hash: text(),
    expires_at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('data_exports_token_hash').on(table.token_hash),
    // One at a time: a repeated request waits for the first.
    uniqueIndex('data_exports_pending').on(table.user_id).where(sql`token_hash is null`),
    index('data_exports_user').on(table.user_id),
    index('data_exports_expires').on(table.expires_at),
  ],
);
