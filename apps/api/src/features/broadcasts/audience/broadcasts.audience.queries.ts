import type { AudienceRules, MissingPushLocale } from '@agora/contract/features/broadcasts/broadcasts.schema';
import type { PushCategory } from '@agora/contract/features/devices/devices.app.contract';
import type { Locale } from '@agora/contract/shared/locale';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { when } from '../../../platform/db/filter.ts';
import { momentOf } from '../../../platform/db/moment.ts';
import { type Clock, inPeriod } from '../../../platform/db/time-zone.ts';
import { isActiveAt } from '../../accounts/accounts.users.table.ts';
import { daysAgo, staleBefore } from '../../devices/devices.table.ts';

/** The fields that determine the recipients of a push. */
export interface Reach {
  audience: AudienceRules;
  category: PushCategory;
  missing_locale: MissingPushLocale;
  complete_locales: readonly Locale[];
}

const all = (...conditions: (SQL | undefined)[]): SQL =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition !== undefined)], sql` and `);
const list = (values: readonly string[]) => `{${values.join(',')}}`;

export const inIds = (ids: readonly string[], id: SQL): SQL => sql`${id} = any(${list(ids)}::uuid[])`;

const lastAccepted = (id: SQL, condition: SQL) => sql`
  select broadcast_id from broadcast_deliveries where user_id = ${id} and status = 'sent' and ${condition}
  order by sent_at desc, broadcast_id desc limit 1`;

/** Reads only the months since the oldest push that was being sent lately: reading all takes ten times as long. */
const isRecent = sql`sent_at > now() - interval '31 days' and broadcast_id >= (
  select id from broadcasts where progressed_at > now() - interval '32 days' order by id limit 1)`;

/**
 * True for an account id whose last push is unopened: of the pushes that a provider accepted for one of the member's
 * devices, by hand or of the day, the one accepted last, which the member opened on none of them. Reading it in the
 * list of notifications, or marking all as read, is not opening. False without any push.
 */
const hasNotOpenedLast = (id: SQL): SQL => sql`exists (
  select from (
    (${lastAccepted(id, isRecent)}) union all (${lastAccepted(id, sql`true`)}) limit 1
  ) as latest
  where not exists (
    select from broadcast_deliveries as delivery
    where delivery.user_id = ${id} and delivery.broadcast_id = latest.broadcast_id and delivery.opened_at is not null))`;

/** Condition of an audience on account ids, for any id column. */
const ofIds = ({ member_ids, exclude_member_ids, unopened_last }: AudienceRules, id: SQL) =>
  all(
    when(member_ids, (ids) => inIds(ids, id)),
    when(exclude_member_ids, (ids) => sql`not ${inIds(ids, id)}`),
    when(unopened_last || undefined, () => hasNotOpenedLast(id)),
  );

const hasJoined = (joined: NonNullable<AudienceRules['joined']>, { timeZone }: Clock) =>
  all(inPeriod(sql`users.created_at`, joined, timeZone));

/** Condition of an audience on members, in a query of `users`. */
export const ofUsers = (audience: AudienceRules, clock: Clock): SQL =>
  all(
    ofIds(audience, sql`users.id`),
    when(audience.joined, (joined) => hasJoined(joined, clock)),
  );

/** The same in a query of `devices`; joins accounts only if necessary. */
export const ofOwners = (audience: AudienceRules, clock: Clock): SQL =>
  all(
    ofIds(audience, sql`devices.user_id`),
    when(
      audience.joined,
      (joined) =>
        sql`exists (select from users where users.id = devices.user_id and ${hasJoined(joined, clock)})`,
    ),
  );

const versionOf = (text: SQL) => sql`string_to_array(${text}, '.')::int[]`;

const deviceConditions = (
  { locales, platforms, app_version, last_seen_days }: AudienceRules,
  now: Date,
): SQL[] =>
  [
    when(locales, (some) => sql`devices.locale = any(${list(some)}::text[])`),
    when(platforms, (some) => sql`devices.platform = any(${list(some)}::text[])`),
    when(
      app_version?.gte,
      (least) => sql`${versionOf(sql`devices.app_version`)} >= ${versionOf(sql`${least}::text`)}`,
    ),
    when(
      app_version?.lt,
      (end) => sql`${versionOf(sql`devices.app_version`)} < ${versionOf(sql`${end}::text`)}`,
    ),
    when(last_seen_days?.min, (days) => sql`devices.last_seen_at < ${momentOf(daysAgo(now, days - 1))}`),
    when(last_seen_days?.max, (days) => sql`devices.last_seen_at >= ${momentOf(daysAgo(now, days))}`),
  ].filter((condition) => condition !== undefined);

/** Condition on devices: for `devices`, or `device_counts` with the same column names. */
export const ofDevices = (audience: AudienceRules, now: Date): SQL => all(...deviceConditions(audience, now));

/** True if only members with a device can match the audience. */
export const needsDevice = (audience: AudienceRules, now: Date): boolean =>
  deviceConditions(audience, now).length > 0;

/**
 * Condition in a query of `users`: active accounts that match an audience, reachable or not. `previewAudience` counts
 * as many as `matching`.
 */
export const isMember = (audience: AudienceRules, clock: Clock): SQL =>
  all(
    sql`users.deleted_at is null`,
    isActiveAt(clock.now),
    ofUsers(audience, clock),
    needsDevice(audience, clock.now)
      ? sql`exists (select from devices where devices.user_id = users.id and ${ofDevices(audience, clock.now)})`
      : undefined,
  );

export const isUnmuted = (now: Date): SQL => sql`coalesce(devices.muted_until <= ${momentOf(now)}, true)`;

/** True if the app was started recently on the device. */
export const isFresh = (now: Date): SQL => sql`devices.last_seen_at >= ${momentOf(staleBefore(now))}`;

/** True if pushes can reach the device. */
export const isReachable = (
  now: Date,
): SQL => sql`(devices.disabled_at is null and devices.push_permission <> 'denied'
  and ${isFresh(now)} and ${isUnmuted(now)})`;

/** True if the push has a text for the device. */
export const hasText = ({ missing_locale, complete_locales }: Reach): SQL =>
  missing_locale === 'fallback' ? sql`true` : sql`devices.locale = any(${list(complete_locales)}::text[])`;

/** True if a member declined a category. Looked up once, since few members do. */
export const hasDeclined = (category: PushCategory, userId: SQL): SQL =>
  category === 'service'
    ? sql`false`
    : sql`${userId} in (select user_id from notification_preferences where not ${sql.identifier(category)})`;

/** The devices that receive a push. */
export const isRecipient = (reach: Reach, clock: Clock): SQL =>
  all(
    ofDevices(reach.audience, clock.now),
    ofOwners(reach.audience, clock),
    isReachable(clock.now),
    hasText(reach),
    sql`not ${hasDeclined(reach.category, sql`devices.user_id`)}`,
  );

/** Counts the devices one by one, for a send; `previewAudience` counts most of them from `device_counts`. */
export async function countAudience(db: Db, reach: Reach, clock: Clock): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from devices where ${isRecipient(reach, clock)}`,
  );
  return row?.count ?? 0;
}
