import type {
  Audience,
  BroadcastSource,
  BroadcastTranslations,
  DeliveryStatus,
  LatePolicy,
  MissingPushLocale,
  ScheduleMode,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import type { BroadcastState } from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import type { DevicePlatform, PushCategory } from '@agora/contract/features/devices/devices.app.contract';
import type { Locale } from '@agora/contract/shared/locale';
import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';
import { media } from '../media/media.table.ts';
import { segments } from './segments/broadcasts.segments.table.ts';

const person = () => uuid().references(() => users.id, { onDelete: 'set null' });
const counter = () => integer().notNull().default(0);

/** Text that search matches, and the keys of its words and lines; the indexes below use exactly these expressions. */
export const broadcastSearchText = sql`lower(f_unaccent(name || E'\n' || translated_text(translations)))`;
export const broadcastSearchKeys = sql`search_keys(name || E'\n' || translated_text(translations), name || E'\n' || translated_text(translations))`;

/**
 * Pushes to many members. Counters match the deliveries: the statements that settle these update them. Triggers:
 * `broadcasts_stopped` (alert of the author), `broadcasts_notify` (progress), `broadcasts_audited` (audit log),
 * `broadcasts_end_approvals` (requests for approval of an earlier version).
 */
export const broadcasts = pgTable(
  'broadcasts',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    category: text().$type<PushCategory>().notNull(),
    status: text().$type<BroadcastState>().notNull().default('draft'),
    translations: jsonb().$type<BroadcastTranslations>().notNull(),
    missing_locale: text().$type<MissingPushLocale>().notNull(),
    /** Null until the audience is chosen. */
    audience: jsonb().$type<Audience>(),
    /** The segment to which it will be sent. When that begins, the segment's rules become those of the audience. */
    segment_id: uuid()
      .generatedAlwaysAs(sql`(audience ->> 'segment_id')::uuid`)
      .references(() => segments.id),
    /** Name of the segment when sending began. */
    segment_name: text(),
    link: text(),
    image_id: uuid().references(() => media.id),
    /** Path of the picture in the width that pushes use. */
    image: text(),
    urgent: boolean().notNull().default(false),
    ttl_seconds: integer().notNull(),
    source: text().$type<BroadcastSource>().notNull(),
    source_id: uuid(),
    /** For a daily push: the day whose message it carries. At most one push per day. */
    day: date({ mode: 'string' }),
    /** True from scheduling or sending on, unless it is stopped before any device got it: its source can have no other push. */
    is_claimed: boolean().notNull().default(false),
    /** True if a second person approved what is sent, and when. A draft or a missed push never is. */
    is_approved: boolean().notNull().default(false),
    schedule_mode: text().$type<ScheduleMode>(),
    /** As typed, `2026-03-29T09:00`. */
    scheduled_local: text(),
    time_zone: text(),
    scheduled_at: moment(),
    late_policy: text().$type<LatePolicy>().notNull().default('skip'),
    /** Number of devices; null until a worker has picked them. */
    targeted: integer(),
    sent: counter(),
    failed: counter(),
    invalid: counter(),
    skipped: counter(),
    cancelled: counter(),
    /** Number of members; null until the broadcast has ended. */
    reached: integer(),
    opened: counter(),
    last_error: text(),
    /** Consecutive batches that the provider deferred. */
    setbacks: counter(),
    held_until: moment(),
    started_at: moment(),
    /** Time when a batch was last settled. */
    progressed_at: moment(),
    finished_at: moment(),
    version: integer().notNull().default(1),
    created_at: moment().notNull(),
    created_by: person(),
    updated_at: moment().notNull(),
    updated_by: person(),
    sent_by: person(),
  },
  (table) => [
    uniqueIndex('broadcasts_source')
      .on(table.source, table.source_id)
      .where(sql`is_claimed and source <> 'manual'`),
    uniqueIndex('broadcasts_day').on(table.day),
    index('broadcasts_at_work')
      .on(table.status, table.scheduled_at)
      .where(sql`finished_at is null and status in ('scheduled', 'sending', 'cancelled')`),
    index('broadcasts_newest').on(broadcastMoment(), table.id.desc().nullsFirst()),
    index('broadcasts_search').using('gin', sql`${broadcastSearchText} gin_trgm_ops`),
    index('broadcasts_search_keys').using('gin', broadcastSearchKeys),
    index('broadcasts_image').on(table.image_id).where(sql`image_id is not null`),
    index('broadcasts_segment').on(table.segment_id).where(sql`segment_id is not null`),
    index('broadcasts_created_by').on(table.created_by),
    index('broadcasts_updated_by').on(table.updated_by),
    index('broadcasts_sent_by').on(table.sent_by),
    check(
      'broadcasts_status',
      sql`status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'missed', 'cancelled')`,
    ),
    check('broadcasts_approved', sql`not is_approved or status not in ('draft', 'missed')`),
    check('broadcasts_segment', sql`segment_id is null or status in ('draft', 'scheduled', 'missed')`),
    check('broadcasts_category', sql`category in ('announcement', 'news', 'daily', 'service')`),
    check('broadcasts_source', sql`source in ('manual', 'news', 'daily')`),
    check('broadcasts_missing_locale', sql`missing_locale in ('fallback', 'skip')`),
    check('broadcasts_late_policy', sql`late_policy in ('skip', 'send')`),
    check('broadcasts_schedule_mode', sql`schedule_mode in ('now', 'at', 'local')`),
  ],
);

/** Time sent, else scheduled, else created: the order of lists. */
function broadcastMoment(): SQL {
  return sql`coalesce(started_at, scheduled_at, created_at) desc`;
}

export type Broadcast = typeof broadcasts.$inferSelect;
export type NewBroadcast = typeof broadcasts.$inferInsert;

/**
 * Delivery to each device. Without foreign keys: a million rows are inserted at once, and deliveries of
 * deleted devices and accounts still count. Partitions by the month in which the broadcast was created, which is in its
 * id: all deliveries of a broadcast are in one.
 */
export const broadcastDeliveries = pgTable(
  'broadcast_deliveries',
  {
    broadcast_id: uuid().notNull(),
    device_id: uuid().notNull(),
    user_id: uuid().notNull(),
    platform: text().$type<DevicePlatform>().notNull(),
    /** Language of the text sent; for a daily push, chosen when sent, the device's language. */
    locale: text().$type<Locale>().notNull(),
    /** The device's when it was picked. */
    app_version: text(),
    status: text().$type<DeliveryStatus>().notNull().default('pending'),
    /** While `sending`: end of the lease, after which the worker counts as dead. */
    not_before: moment().notNull(),
    attempts: smallint().notNull().default(0),
    error_code: text(),
    provider_id: text(),
    /** Time to ask the provider for the receipt; null without one. */
    receipt_after: moment(),
    /** Identifies the claim, so that a worker presumed dead cannot overwrite its successor's result. */
    claim: uuid(),
    sent_at: moment(),
    opened_at: moment(),
    read_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.broadcast_id, table.device_id] }),
    index('broadcast_deliveries_open')
      .on(table.broadcast_id, table.not_before)
      .where(sql`status in ('pending', 'sending')`),
    index('broadcast_deliveries_opened')
      .on(table.broadcast_id, table.opened_at)
      .where(sql`opened_at is not null`),
    index('broadcast_deliveries_receipts').on(table.receipt_after).where(sql`receipt_after is not null`),
    index('broadcast_deliveries_user').on(table.user_id, table.broadcast_id),
    check(
      'broadcast_deliveries_status',
      sql`status in ('pending', 'sending', 'sent', 'failed', 'invalid', 'skipped', 'cancelled')`,
    ),
  ],
);

export type NewDelivery = typeof broadcastDeliveries.$inferInsert;

/** Condition: the push was sent, and so is listed in the member's notifications. */
export const hasLeft = sql`status in ('sent', 'failed', 'invalid')`;

/** Notifications that a member has not opened on any device. */
export const unreadNotificationsOf = (id: SQL) => sql<number>`(
  select count(*)::int from (
    select from broadcast_deliveries where user_id = ${id} and ${hasLeft}
    group by broadcast_id having not bool_or(read_at is not null)) as unread)`;
