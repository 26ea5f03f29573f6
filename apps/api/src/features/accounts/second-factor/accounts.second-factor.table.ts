import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts.users.table.ts';

/** Keys of authenticator apps. One is in effect once `users.second_factor_at` is set. */
export const secondFactors = pgTable('second_factors', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted by a key derived from `SECRET_KEY`. */
  secret: text().notNull(),
  /** The last step (RFC 6238) whose code was accepted: each works once. */
  last_step: integer().notNull().default(0),
  /** SHA-256 of the unused recovery codes: 80 random bits need no slower hash. */
  recovery_hashes: text().array().notNull().default(sql`'{}'`),
});
