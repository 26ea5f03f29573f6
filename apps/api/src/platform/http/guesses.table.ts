import { bigserial, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../db/moment.ts';

/** Undecided guesses, in the order of their start. Unlogged: a crash of the server may lose them. */
export const guesses = pgTable('guesses', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  /** Keys of the limits that count it if it is wrong. */
  keys: text().array().notNull(),
  begun_at: moment().notNull(),
});
