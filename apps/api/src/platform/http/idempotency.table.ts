import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../db/moment.ts';

/** Responses to calls with an Idempotency-Key. `status` and `body` are null while the call is in progress. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** No foreign key: each call would wait for a change of its account. The trigger `users_answers_forgotten` cascades. */
    user_id: uuid().notNull(),
    key: text().notNull(),
    /** Hash of method, address and body, keyed with a secret, because bodies may contain secrets. */
    fingerprint: text().notNull(),
    /** Identifies the attempt, so that an abandoned one can't overwrite its successor. */
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
