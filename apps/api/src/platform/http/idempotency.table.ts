import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../db/moment.ts';

/** Responses to calls with an Idempotency-Key. `status` and `body` are null while the call is in progress. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /**
     * No foreign key: each call would wait for a change of its account. The triggers `users_answers_forgotten` and
     * `message_threads_answers_forgotten` cascade.
     */
    user_id: uuid().notNull(),
    key: text().notNull(),
    /** Hash of method, address and body, keyed with a secret, because bodies may contain secrets. */
    fingerprint: text().notNull(),
    /** Identifies the attempt, so that an abandoned one can't overwrite its successor. */
    claim: uuid().notNull(),
    claimed_at: moment().notNull(),
    status: integer(),
    body: text(),
    /** Ids in the path and response of a team call, which is deleted with the accounts and conversations among them. */
    named: uuid().array(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.key] }),
    index('idempotency_keys_age').on(table.claimed_at),
    index('idempotency_keys_named').using('gin', table.named).where(sql`named is not null`),
  ],
);
