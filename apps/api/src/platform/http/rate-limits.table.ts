import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What each key used up of its current window. Unlogged: a crash of the server may forget it. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    hits: integer().notNull(),
    resets_at: timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull(),
    /** Until then it is used up. */
    shut_until: timestamp({ withTimezone: true, precision: 3, mode: 'date' }),
  },
  (table) => [index('rate_limits_expiry').on(table.resets_at)],
);
