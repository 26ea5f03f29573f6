import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../../platform/db/moment.ts';
import { users } from '../accounts.users.table.ts';

/** Keys of authenticator apps. */
export const secondFactors = pgTable('second_factors', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted by a key derived from `SECRET_KEY`. */
  secret: text().notNull(),
  /** Since when the key is in effect: a first code has confirmed it. */
  confirmed_at: moment(),
  /** The last step (RFC 6238) whose code was accepted: each works once. */
  last_step: integer().notNull().default(0),
  /** SHA-256 of the unused recovery codes: so many random bits need no slower hash. */
  recovery_hashes: text().array().notNull().default(sql`'{}'`),
});
