import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../db/moment.ts';

/** What each key used up of its current window. Unlogged: a crash of the server may forget it. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    hits: integer().notNull(),
    resets_at: moment().notNull(),
    /** Until then it is used up. */
    shut_until: moment(),
  },
  (table) => [index('rate_limits_expiry').on(table.resets_at)],
);
