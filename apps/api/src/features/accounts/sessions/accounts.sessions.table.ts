import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../../platform/db/moment.ts';
import { users } from '../accounts.users.table.ts';

/** Who is signed in where. A token is worth as much as the row that its `sid` names. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: moment().notNull(),
    /** To the nearest five minutes. */
    last_used_at: moment().notNull(),
    expires_at: moment().notNull(),
    /** When its owner last said the password. */
    password_at: moment().notNull().defaultNow(),
    ip: text().notNull(),
    user_agent: text().notNull(),
  },
  (table) => [index('sessions_user').on(table.user_id), index('sessions_expiry').on(table.expires_at)],
);

/**
 * From where each account was signed in to. Somebody who comes from there is not delayed by the failures of
 * others elsewhere (OWASP, "Slow Down Online Guessing Attacks with Device Cookies": the network stands for
 * the device, since apps and scripts keep no cookies).
 */
export const knownNetworks = pgTable(
  'known_networks',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    network: text().notNull(),
    /** To the nearest day. */
    last_used_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.network] }),
    index('known_networks_age').on(table.last_used_at),
  ],
);
