import { sql } from 'drizzle-orm';
import { boolean, check, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';

/** How much of each metric there was in a past day or month. A job sums them up; what is not here is counted live. */
export const tallies = pgTable(
  'tallies',
  {
    metric: text().notNull(),
    unit: text({ enum: ['day', 'month'] }).notNull(),
    /** The day, or the first of the month. */
    first: date().notNull(),
    /** The table and column that it counts. */
    source: text().notNull(),
    /** The settings under which it was counted: under others it is not used. */
    settings: text().notNull(),
    count: integer().notNull(),
    /** The count by hour of the day, or by what the metric tells apart. */
    parts: jsonb().$type<Record<string, number>>().notNull(),
    /** Its rows are deleted: it can't be counted again, and counts under all settings. */
    is_final: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.metric, table.unit, table.first] }),
    check('tallies_unit', sql`unit in ('day', 'month')`),
  ],
);

/**
 * Past moments at which something was changed, added or deleted since they were summed up: tallies of their days are not
 * used, and the job deletes both. Without a key: writers never wait for each other.
 */
export const changedMoments = pgTable('changed_moments', {
  source: text().notNull(),
  at: moment().notNull(),
});
