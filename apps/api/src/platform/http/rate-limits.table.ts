import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../db/moment.ts';

/** Usage of each key in its current window. Unlogged: a crash of the server may lose it. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    hits: integer().notNull(),
    resets_at: moment().notNull(),
    /** Blocked until then. */
    shut_until: moment(),
  },
  (table) => [index('rate_limits_expiry').on(table.resets_at)],
);
