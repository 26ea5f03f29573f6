import type { Permission } from '@agora/contract/shared/permissions';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../../platform/db/moment.ts';
import { users } from '../accounts.users.table.ts';

/** Keys of programs that act in the name of somebody of the team. Trigger: `api_keys_audited` (audit log). */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** SHA-256 of the key, which has 256 random bits. */
    key_hash: text().notNull(),
    /** The beginning of the key. */
    start: text().notNull(),
    permissions: text().array().$type<Permission[]>().notNull(),
    owner_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    last_used_at: moment(),
  },
  (table) => [
    uniqueIndex('api_keys_key_hash').on(table.key_hash),
    index('api_keys_owner').on(table.owner_id),
    index('api_keys_expires').on(table.expires_at),
  ],
);
