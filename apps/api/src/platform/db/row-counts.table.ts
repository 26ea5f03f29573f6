import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * Row counts, as deltas to sum up: triggers add one row per statement, so that writers never wait for each
 * other, and a reader's count matches exactly the rows it sees. A job sums them up.
 */
export const rowCounts = pgTable(
  'row_counts',
  {
    key: text().notNull(),
    /** Owner of the rows; null for all rows. */
    owner_id: uuid(),
    delta: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('row_counts_key').on(table.key, table.owner_id)],
);
