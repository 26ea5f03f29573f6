import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../db/moment.ts';

/** What was answered to calls that carried an Idempotency-Key. `status` and `body` are absent while one is under way. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** No reference: a key may be the last trace of somebody who deleted their own account. */
    user_id: uuid().notNull(),
    key: text().notNull(),
    /** Of method, address and body; keyed with a secret, since bodies may hold some. */
    fingerprint: text().notNull(),
    /** Names the attempt, so that one that was given up can't write over its successor. */
    claim: uuid().notNull(),
    claimed_at: moment().notNull(),
    status: integer(),
    body: text(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.key] }),
    index('idempotency_keys_age').on(table.claimed_at),
  ],
);
