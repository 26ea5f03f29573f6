import type { Locale } from '@agora/contract/features/accounts/accounts.users.contract';
import type {
  DevicePlatform,
  NotificationPreferences,
  PushPermission,
  PushProvider,
} from '@agora/contract/features/devices/devices.app.contract';
import { DEVICE_STALE_DAYS } from '@agora/contract/features/devices/devices.rules';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';

/**
 * Installations of the app, each with its last member. A token leads to one of them at a time. The indexes of
 * members hold what audiences ask for, which Drizzle can't declare: `devices_user`, and `devices_apart` of those
 * that are not in `device_counts`.
 */
export const devices = pgTable(
  'devices',
  {
    id: uuid().primaryKey(),
    /** Made by the app; the same phone has another after a new installation. */
    installation_id: uuid().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    platform: text().$type<DevicePlatform>().notNull(),
    provider: text().$type<PushProvider>().notNull(),
    token: text().notNull(),
    /** SHA-256 of the token, which can be too long for an index. */
    token_hash: text().notNull(),
    locale: text().$type<Locale>().notNull(),
    time_zone: text(),
    app_version: text(),
    os_version: text(),
    model: text(),
    push_permission: text().$type<PushPermission>().notNull(),
    created_at: moment().notNull(),
    last_seen_at: moment().notNull(),
    /** Since then the provider calls the token dead, for that reason; registering anew ends it. */
    disabled_at: moment(),
    disabled_reason: text(),
    /** Until then the member is deactivated or in the trash: a trigger on `users` keeps it. */
    muted_until: moment(),
    /** Whether its member has several or has declined something: triggers keep it. */
    apart: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex('devices_installation').on(table.installation_id),
    uniqueIndex('devices_token').on(table.provider, table.token_hash).where(sql`disabled_at is null`),
    index('devices_newest').on(table.last_seen_at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    check('devices_platform', sql`platform in ('ios', 'android', 'web')`),
    check('devices_provider', sql`provider in ('fcm', 'expo', 'webpush')`),
    check('devices_locale', sql`locale in ('fr', 'en')`),
    check('devices_push_permission', sql`push_permission in ('granted', 'denied', 'unknown')`),
    check('devices_app_version', sql`app_version ~ '^\\d{1,6}(\\.\\d{1,6}){0,3}$'`),
  ],
);

export type Device = typeof devices.$inferSelect;
export type NewDevice = typeof devices.$inferInsert;

/**
 * How many devices there are of each kind that audiences ask for, as changes to sum up (see `row_counts`). Each is a
 * member's only one: those that are `apart` or muted are looked at one by one, and are not counted here.
 */
export const deviceCounts = pgTable('device_counts', {
  platform: text().$type<DevicePlatform>().notNull(),
  locale: text().$type<Locale>().notNull(),
  time_zone: text(),
  app_version: text(),
  /** Whether its token is alive and its member has not forbidden pushes on it. */
  takes_pushes: boolean().notNull(),
  /** When that day began, by UTC. */
  last_seen_at: moment().notNull(),
  delta: bigint({ mode: 'number' }).notNull(),
});

const DAY = 86_400_000;

/** When the day so many days before this one began: days of UTC, whoever asks, since devices are counted by them. */
export const daysAgo = (now: Date, days: number): Date =>
  new Date((Math.floor(now.getTime() / DAY) - days) * DAY);

/** A device seen before that is stale. */
export const freshSince = (now: Date): Date => daysAgo(now, DEVICE_STALE_DAYS - 1);

/** What holds for whoever never chose. */
export const ALL_WANTED: NotificationPreferences = { announcement: true, news: true, daily: true };

/** Which pushes members want. Who never chose has no row. */
export const notificationPreferences = pgTable('notification_preferences', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  announcement: boolean().notNull().default(true),
  news: boolean().notNull().default(true),
  daily: boolean().notNull().default(true),
});
