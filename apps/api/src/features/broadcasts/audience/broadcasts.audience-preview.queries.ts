import type {
  AudiencePreview,
  AudiencePreviewRequest,
  AudienceRules,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import { DEVICES_MAX, type DevicePlatform } from '@agora/contract/features/devices/devices.app.contract';
import type { Locale } from '@agora/contract/shared/locale';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { changesOf } from '../../../platform/db/row-counts.ts';
import type { Clock } from '../../../platform/db/time-zone.ts';
import { isActiveAt } from '../../accounts/accounts.users.table.ts';
import { countDelayed } from '../sending/broadcasts.quiet-hours.queries.ts';
import {
  hasDeclined,
  hasText,
  inIds,
  isFresh,
  isReachable,
  isRecipient,
  isUnmuted,
  needsDevice,
  ofDevices,
  ofOwners,
  ofUsers,
  type Reach,
} from './broadcasts.audience.queries.ts';

/** Muted devices, and devices of members who have several or declined a category: counted row by row. */
const isCountedSeparately = sql`(devices.apart or devices.muted_until is not null)`;

/** True if the audience selects members by criteria that `device_counts` does not have. */
const selectsMembers = ({ member_ids, joined, unopened_last }: AudienceRules) =>
  member_ids !== undefined || joined !== undefined || unopened_last === true;

/** The columns of `device_counts`, read from `devices` row by row. */
const countsByDevice = (delta: 1 | -1, condition: SQL) => sql`
  select platform, locale, time_zone, app_version, disabled_at is null and push_permission <> 'denied' as takes_pushes,
    last_seen_at, ${delta}::int as delta
  from devices where not ${isCountedSeparately} and ${condition}`;

/** The other devices of the audience's members: from `device_counts` if possible. */
function kindsOf(audience: AudienceRules, clock: Clock): SQL {
  if (selectsMembers(audience)) return countsByDevice(1, ofOwners(audience, clock));
  const { exclude_member_ids: excluded = [] } = audience;
  const counted = sql`select platform, locale, time_zone, app_version, takes_pushes, last_seen_at, delta from device_counts`;
  return excluded.length > 0
    ? sql`${counted} union all ${countsByDevice(-1, inIds(excluded, sql`devices.user_id`))}`
    : counted;
}

/** Outcomes of a device, in ascending order: a member's outcome is the highest of their devices. */
const UNASKED = 0;
const UNREACHABLE = 1;
const WITHOUT_TEXT = 2;
const REACHED = 3;

const outcomeOf = (reach: Reach, { now }: Clock, reachable: SQL) => sql`(case
  when ${ofDevices(reach.audience, now)} then case
    when not ${reachable} then ${UNREACHABLE}::int
    when ${hasText(reach)} then ${REACHED}::int
    else ${WITHOUT_TEXT}::int end
  else ${UNASKED}::int end)`;

type Kind = { platform: DevicePlatform; locale: Locale; time_zone: string | null; devices: number };

/** Counts members with a single device, by kind of device. */
const countSingleDeviceMembers = (db: Db, reach: Reach, clock: Clock) => {
  const takesPushes = sql`(devices.takes_pushes and ${isFresh(clock.now)})`;
  return db.execute<Kind & { outcome: number }>(sql`
    select platform, locale, time_zone, outcome, sum(delta)::int as devices
    from (select *, ${outcomeOf(reach, clock, takesPushes)} as outcome from (${kindsOf(reach.audience, clock)}) as devices) as kinds
    group by platform, locale, time_zone, outcome having sum(delta) > 0`);
};

/** Counts recipient devices among those read row by row, by kind. */
const countOtherDevices = (db: Db, reach: Reach, clock: Clock) =>
  db.execute<Kind>(sql`
    select platform, locale, time_zone, count(*)::int as devices from devices
    where ${isCountedSeparately} and ${isRecipient(reach, clock)} group by platform, locale, time_zone`);

/** Counts members whose devices are read row by row. */
const countOtherMembers = (db: Db, reach: Reach, clock: Clock) =>
  db.execute<{ outcome: number; declined: boolean; members: number }>(sql`
    select outcome, declined, count(*)::int as members from (
      select max(${outcomeOf(reach, clock, isReachable(clock.now))}) as outcome,
        ${hasDeclined(reach.category, sql`devices.user_id`)} as declined
      from devices where ${isCountedSeparately} and ${isUnmuted(clock.now)} and ${ofOwners(reach.audience, clock)}
      group by devices.user_id
    ) as owners group by outcome, declined`);

/** Counts the audience's members, except those whose devices are muted. */
const countUnmutedMembers = (db: Db, audience: AudienceRules, clock: Clock) => {
  const isActiveNow = isActiveAt(clock.now);
  const countUsers = (condition: SQL) =>
    sql`(select count(*)::int from users where users.deleted_at is null and ${condition})`;
  const { exclude_member_ids: excluded = [] } = audience;
  return db.execute<{ count: number }>(
    selectsMembers(audience)
      ? sql`select ${countUsers(sql`${isActiveNow} and ${ofUsers(audience, clock)}`)} as count`
      : sql`select ${changesOf(sql`'{users:member,users:staff,users:superuser}'`)}
          - ${countUsers(sql`not users.is_active and not ${isActiveNow}`)}
          - ${countUsers(sql`${isActiveNow} and ${inIds(excluded, sql`users.id`)}`)} as count`,
  );
};

const SAMPLE = 10;

type Person = AudiencePreview['sample'][number];

/** An arbitrary sample of recipients: with few recipients, sorting would scan every device. */
const sampleOf = (db: Db, reach: Reach, clock: Clock) =>
  db.execute<Person>(sql`
    select users.id, users.email, users.full_name from (
      select distinct user_id from (
        select user_id from devices where ${isRecipient(reach, clock)} limit ${SAMPLE * DEVICES_MAX}
      ) as meant limit ${SAMPLE}
    ) as reached join users on users.id = reached.user_id order by users.id`);

/**
 * Counts recipients who got another push in the last 24 hours. The pushes are looked up before, so that only their
 * months are read.
 */
async function countRecent(db: Db, reach: Reach, clock: Clock) {
  const pushes = await db.execute<{ id: string }>(
    sql`select id from broadcasts where progressed_at > now() - interval '1 day'`,
  );
  return db.execute<{ count: number }>(sql`
    select count(distinct devices.user_id)::int as count
    from broadcast_deliveries as delivery join devices on devices.id = delivery.device_id
    where ${inIds(
      pushes.map(({ id }) => id),
      sql`delivery.broadcast_id`,
    )} and delivery.status = 'sent'
      and delivery.sent_at > now() - interval '1 day' and ${isRecipient(reach, clock)}`);
}

/** Counts recipients and exclusions by reason. Each query runs on its own connection. */
export async function previewAudience(
  db: Db,
  reach: Reach,
  due: AudiencePreviewRequest['due'],
  { quietHours, ...clock }: Clock & { quietHours: string },
): Promise<AudiencePreview> {
  const [singles, apart, owners, [inUse], [recent]] = await Promise.all([
    countSingleDeviceMembers(db, reach, clock),
    countOtherDevices(db, reach, clock),
    countOtherMembers(db, reach, clock),
    countUnmutedMembers(db, reach.audience, clock),
    countRecent(db, reach, clock),
  ]);
  const members = [
    ...owners,
    ...singles.map(({ outcome, devices }) => ({ outcome, declined: false, members: devices })),
  ];
  type Some = (typeof members)[number];
  const membersWhere = (isOne: (some: Some) => boolean) =>
    members.filter(isOne).reduce((total, some) => total + some.members, 0);
  const wanting = (of: number) => membersWhere(({ outcome, declined }) => outcome === of && !declined);
  const reached = [...singles.filter(({ outcome }) => outcome === REACHED), ...apart];
  const devicesWhere = (isOne: (kind: Kind) => boolean) =>
    reached.filter(isOne).reduce((total, { devices }) => total + devices, 0);
  const platform = (name: DevicePlatform) => devicesWhere((kind) => kind.platform === name);
  const locale = (name: Locale) => devicesWhere((kind) => kind.locale === name);
  return {
    matching: needsDevice(reach.audience, clock.now)
      ? membersWhere(({ outcome }) => outcome > UNASKED)
      : (inUse?.count ?? 0),
    members: wanting(REACHED),
    devices: devicesWhere(() => true),
    by_platform: { ios: platform('ios'), android: platform('android'), web: platform('web') },
    by_locale: { fr: locale('fr'), en: locale('en') },
    excluded: {
      // Separate statements: a device may appear between two of them.
      no_device: Math.max(0, (inUse?.count ?? 0) - membersWhere(() => true)),
      opted_out: membersWhere(({ outcome, declined }) => outcome > UNASKED && declined),
      unreachable: wanting(UNREACHABLE),
      missing_locale: wanting(WITHOUT_TEXT),
    },
    recently_notified: recent?.count ?? 0,
    sample: reached.length > 0 ? [...(await sampleOf(db, reach, clock))] : [],
    ...(await countDelayed(db, reached, due, { ...clock, quietHours })),
  };
}
