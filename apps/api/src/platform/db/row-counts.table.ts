import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * How many rows there are, as changes to sum up: triggers add one row a statement, so that writers never wait
 * for each other, and whoever reads sees the count of exactly the rows that they see. A job sums them up.
 */
export const rowCounts = pgTable(
  'row_counts',
  {
    key: text().notNull(),
    /** Whose rows; null for everybody's. */
    owner_id: uuid(),
    delta: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('row_counts_key').on(table.key, table.owner_id)],
);
