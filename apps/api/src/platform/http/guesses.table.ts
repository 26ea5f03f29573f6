import { bigserial, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../db/moment.ts';

/** Guesses that are not decided yet, in the order in which they began. Unlogged: a crash of the server may forget them. */
export const guesses = pgTable('guesses', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  /** Of the limits that it counts for if it is wrong. */
  keys: text().array().notNull(),
  begun_at: moment().notNull(),
});
