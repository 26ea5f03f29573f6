import type { PushCategory } from '@agora/contract/features/app-devices/app-devices.contract';
import type {
  Audience,
  AudiencePreview,
  MissingPushLocale,
} from '@agora/contract/features/broadcasts/broadcasts.contract';
import { DEVICE_STALE_DAYS } from '@agora/contract/features/devices/device-limits';
import type { Locale } from '@agora/contract/features/users/users.contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { when } from '../../platform/db/search.ts';
import { type Clock, startOfDay } from '../../platform/time-zone.ts';

const DAY = 86_400_000;

/** What decides whom a push reaches. */
export interface Reach {
  audience: Audience;
  category: PushCategory;
  missing_locale: MissingPushLocale;
  complete_locales: readonly Locale[];
}

const all = (...conditions: (SQL | undefined)[]): SQL =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition !== undefined)], sql` and `);
const list = (values: readonly string[]) => `{${values.join(',')}}`;
const daysAgo = (now: Date, days: number) =>
  sql`${new Date(now.getTime() - days * DAY).toISOString()}::timestamptz`;

/** What an audience asks of members; `users.created_at` is looked at when it asks for it alone. */
const ofMembers = ({ member_ids, exclude_member_ids, joined }: Audience, id: SQL, clock: Clock) =>
  all(
    when(member_ids, (ids) => sql`${id} = any(${list(ids)}::uuid[])`),
    when(exclude_member_ids, (ids) => sql`${id} <> all(${list(ids)}::uuid[])`),
    when(
      joined,
      ({ after, before }) =>
        sql`exists (select from users where users.id = ${id} and ${all(
          when(after, (day) => sql`users.created_at >= ${startOfDay(day, clock.timeZone)}`),
          when(before, (day) => sql`users.created_at < ${startOfDay(day, clock.timeZone, 1)}`),
        )})`,
    ),
  );

const versionOf = (text: SQL) => sql`string_to_array(${text}, '.')::int[]`;

/** What it asks of devices. */
const ofDevices = ({ locales, platforms, app_version, last_seen_days }: Audience, now: Date) =>
  all(
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
    when(last_seen_days?.min, (days) => sql`devices.last_seen_at <= ${daysAgo(now, days)}`),
    when(last_seen_days?.max, (days) => sql`devices.last_seen_at >= ${daysAgo(now, days)}`),
  );

const isUnmuted = (now: Date) =>
  sql`coalesce(devices.muted_until <= ${now.toISOString()}::timestamptz, true)`;

/** Whether pushes reach a device at all. */
const isReachable = (now: Date) => sql`(devices.disabled_at is null and devices.push_permission <> 'denied'
  and devices.last_seen_at > ${daysAgo(now, DEVICE_STALE_DAYS)} and ${isUnmuted(now)})`;

const hasText = ({ missing_locale, complete_locales }: Reach) =>
  missing_locale === 'fallback' ? sql`true` : sql`devices.locale = any(${list(complete_locales)}::text[])`;

/** Whether a member has declined a category. Those who have are few, and looked up once. */
export const hasDeclined = (category: PushCategory, userId: SQL): SQL =>
  category === 'service'
    ? sql`false`
    : sql`${userId} in (select user_id from notification_preferences where not ${sql.identifier(category)})`;

/** The devices that a push goes to. */
export const isMeant = (reach: Reach, clock: Clock): SQL =>
  all(
    ofDevices(reach.audience, clock.now),
    ofMembers(reach.audience, sql`devices.user_id`, clock),
    isReachable(clock.now),
    hasText(reach),
    sql`not ${hasDeclined(reach.category, sql`devices.user_id`)}`,
  );

export async function countAudience(db: Db, reach: Reach, clock: Clock): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from devices where ${isMeant(reach, clock)}`,
  );
  return row?.count ?? 0;
}

type Group = { platform: keyof AudiencePreview['by_platform']; locale: Locale; devices: number };

const countGroups = (db: Db, reach: Reach, clock: Clock) =>
  db.execute<Group>(sql`select platform, locale, count(*)::int as devices from devices
    where ${isMeant(reach, clock)} group by platform, locale`);

type Members = { with_device: number } & Pick<AudiencePreview, 'members'> &
  Omit<AudiencePreview['excluded'], 'no_device'>;

/** Members with a device that the audience means, by what comes of it. */
const countMembers = (db: Db, reach: Reach, clock: Clock) =>
  db.execute<Members>(sql`
    select count(*)::int as with_device,
      count(*) filter (where reached and not declined)::int as members,
      count(*) filter (where declined)::int as opted_out,
      count(*) filter (where not declined and not reachable)::int as unreachable,
      count(*) filter (where not declined and reachable and not reached)::int as missing_locale
    from (
      select bool_or(${isReachable(clock.now)}) as reachable,
        bool_or(${isReachable(clock.now)} and ${hasText(reach)}) as reached,
        ${hasDeclined(reach.category, sql`devices.user_id`)} as declined
      from devices
      where ${ofDevices(reach.audience, clock.now)} and ${isUnmuted(clock.now)}
        and ${ofMembers(reach.audience, sql`devices.user_id`, clock)}
      group by devices.user_id
    ) as members`);

const isInUse = (now: Date) => sql`(users.deleted_at is null
  and (users.is_active or coalesce(users.deactivated_until <= ${now.toISOString()}::timestamptz, false)))`;

/** Members whose devices are not muted, and those of them without a device. */
const countInUse = (db: Db, now: Date) =>
  db.execute<{ count: number }>(sql`select count(*)::int as count from users where ${isInUse(now)}`);

/** Whether an audience means all members and all of their devices. */
const isEverybody = (audience: Audience) =>
  Object.entries(audience).every(([name, condition]) => name === 'everyone' || condition === undefined);

/** Members that the audience means and that have no device at all. */
const countWithoutDevice = (db: Db, { audience }: Reach, clock: Clock) =>
  db.execute<{ count: number }>(sql`
    select count(*)::int as count from users
    where ${isInUse(clock.now)} and ${ofMembers(audience, sql`users.id`, clock)}
      and not exists (select from devices where devices.user_id = users.id)`);

const SAMPLE = 10;

type Person = AudiencePreview['sample'][number];

const sampleOf = (db: Db, reach: Reach, clock: Clock) =>
  db.execute<Person>(sql`
    select users.id, users.email, users.full_name from (
      select distinct user_id from devices where ${isMeant(reach, clock)} order by user_id limit ${SAMPLE}
    ) as meant join users on users.id = meant.user_id order by users.id`);

/** Members that it reaches and that got a push within a day. */
const countRecent = (db: Db, reach: Reach, clock: Clock) =>
  db.execute<{ count: number }>(sql`
    select count(distinct devices.user_id)::int as count
    from broadcasts join broadcast_deliveries as delivery on delivery.broadcast_id = broadcasts.id
      join devices on devices.id = delivery.device_id
    where broadcasts.progressed_at > now() - interval '1 day' and delivery.status = 'sent'
      and delivery.sent_at > now() - interval '1 day' and ${isMeant(reach, clock)}`);

/** Counts whom a push reaches, and why not others: each question on a connection of its own. */
export async function previewAudience(
  db: Db,
  reach: Reach,
  clock: Clock,
): Promise<Omit<AudiencePreview, 'held'>> {
  // Looking for those without a device takes as long as all else: of everybody, they are those who are left.
  const isAll = isEverybody(reach.audience);
  const [groups, [members], [without], [recent], sample] = await Promise.all([
    countGroups(db, reach, clock),
    countMembers(db, reach, clock),
    isAll ? countInUse(db, clock.now) : countWithoutDevice(db, reach, clock),
    countRecent(db, reach, clock),
    sampleOf(db, reach, clock),
  ]);
  const sum = (of: (group: Group) => boolean) =>
    groups.filter(of).reduce((total, { devices }) => total + devices, 0);
  const platform = (name: Group['platform']) => sum((group) => group.platform === name);
  const locale = (name: Locale) => sum((group) => group.locale === name);
  const { with_device, members: reached, ...excluded } = members as Members;
  const no_device = Math.max(0, (without?.count ?? 0) - (isAll ? with_device : 0));
  return {
    members: reached,
    devices: sum(() => true),
    by_platform: { ios: platform('ios'), android: platform('android'), web: platform('web') },
    by_locale: { fr: locale('fr'), en: locale('en') },
    excluded: { no_device, ...excluded },
    recently_notified: recent?.count ?? 0,
    sample: [...sample],
  };
}
