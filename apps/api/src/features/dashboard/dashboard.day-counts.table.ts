import { sql } from 'drizzle-orm';
import { bigint, date, index, pgTable, smallint, text } from 'drizzle-orm/pg-core';

/**
 * What happened each day in the organisation's time zone, as deltas to sum up, like `row_counts`. Triggers write
 * them (`count_by_day` in the migration), and a job sums them up.
 */
export const dayCounts = pgTable(
  'day_counts',
  {
    metric: text().notNull(),
    /** Null for all; metrics of many things count each of them, too: an article's id, or minutes until an answer. */
    subject: text(),
    /** The first of the month in metrics by month. */
    day: date().notNull(),
    /** 0 to 23; null for the whole day. */
    hour: smallint(),
    delta: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    index('day_counts_day').on(table.metric, table.day).where(sql`hour is null and subject is null`),
    index('day_counts_hour').on(table.metric, table.day, table.hour).where(sql`hour is not null`),
    index('day_counts_subject').on(table.metric, table.day, table.subject).where(sql`subject is not null`),
  ],
);
