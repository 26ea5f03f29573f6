import type {
  ColumnChoices,
  Density,
  Theme,
} from '@agora/contract/features/accounts/accounts.preferences.contract';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, date, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.users.table.ts';

/** Preferences of users without a row. */
export const DEFAULTS = {
  theme: 'light',
  density: 'comfortable',
  time_zone: null,
  shortcuts: true,
  weekly_summary: false,
  alert_assigned: true,
  alert_answered: true,
  alert_mentioned: true,
  alert_broadcast: true,
  alert_broadcast_approval: true,
  alert_news_approval: true,
} as const;

/** Display preferences of the back-office. A user without a choice has no row. */
export const preferences = pgTable('preferences', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  theme: text().$type<Theme>().notNull().default(DEFAULTS.theme),
  density: text().$type<Density>().notNull().default(DEFAULTS.density),
  /** Null: the organisation's time zone. */
  time_zone: text(),
  shortcuts: boolean().notNull().default(DEFAULTS.shortcuts),
  weekly_summary: boolean().notNull().default(DEFAULTS.weekly_summary),
  /** Monday after the last week whose summary was sent. */
  summary_week: date({ mode: 'string' }),
  /** Enabled kinds of alerts: `alert_user` reads these columns by name. */
  alert_assigned: boolean().notNull().default(DEFAULTS.alert_assigned),
  alert_answered: boolean().notNull().default(DEFAULTS.alert_answered),
  alert_mentioned: boolean().notNull().default(DEFAULTS.alert_mentioned),
  alert_broadcast: boolean().notNull().default(DEFAULTS.alert_broadcast),
  alert_broadcast_approval: boolean().notNull().default(DEFAULTS.alert_broadcast_approval),
  alert_news_approval: boolean().notNull().default(DEFAULTS.alert_news_approval),
  /** Tables without a choice are absent. */
  columns: jsonb().$type<Partial<ColumnChoices>>().notNull().default({}),
});

/** The time zone chosen by the user, else that of the phone they were last seen with. */
export const timeZoneOfUser = (id: SQLWrapper) => sql<string | null>`coalesce(
  (select time_zone from preferences where user_id = ${id}),
  (select time_zone from devices where user_id = ${id} and time_zone is not null order by last_seen_at desc, id limit 1))`;

export type PreferencesRow = typeof preferences.$inferSelect;
