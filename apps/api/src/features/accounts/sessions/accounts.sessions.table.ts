import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../../platform/db/moment.ts';
import { users } from '../accounts.users.table.ts';

/**
 * Sign-ins. A token is only valid as long as the row of its `sid`. Trigger: `sessions_notify` (closes event
 * streams of ended ones).
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: moment().notNull(),
    /** Five minutes behind at most; one second where `SESSION_IDLE_MINUTES` is set. */
    last_used_at: moment().notNull(),
    expires_at: moment().notNull(),
    /** Time of the owner's last password entry. */
    password_at: moment().notNull().defaultNow(),
    /** The OpenID Connect provider asked for a second factor at this sign-in. */
    is_multi_factor: boolean().notNull().default(false),
    ip: text().notNull(),
    user_agent: text().notNull(),
  },
  (table) => [index('sessions_user').on(table.user_id), index('sessions_expiry').on(table.expires_at)],
);

/**
 * Networks that each account signed in from. Failures elsewhere do not throttle sign-ins from these (OWASP,
 * "Slow Down Online Guessing Attacks with Device Cookies": the network stands for the device, since apps and
 * scripts keep no cookies).
 */
export const knownNetworks = pgTable(
  'known_networks',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    network: text().notNull(),
    /** Rounded to a day. */
    last_used_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.network] }),
    index('known_networks_age').on(table.last_used_at),
  ],
);

/** Browsers, by network, that accounts of the team signed in from: a sign-in from another one is told by mail. */
export const knownDevices = pgTable(
  'known_devices',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    network: text().notNull(),
    /** Browser and system without their versions, which change; the beginning of the name of any other program. */
    program: text().notNull(),
    last_used_at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.network, table.program] }),
    index('known_devices_age').on(table.last_used_at),
  ],
);
