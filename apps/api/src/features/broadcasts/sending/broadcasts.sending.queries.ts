import { BROADCAST_LATE_MINUTES } from '@agora/contract/features/broadcasts/broadcasts.schema';
import type { DevicePlatform } from '@agora/contract/features/devices/devices.app.contract';
import type { Locale } from '@agora/contract/shared/locale';
import { and, asc, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import type { Clock } from '../../../platform/db/time-zone.ts';
import type { ProviderName } from '../../../platform/push/push.ts';
import { hasDeclined, isRecipient, type Reach } from '../audience/broadcasts.audience.queries.ts';
import { areVisible } from '../broadcasts.queries.ts';
import { type Broadcast, broadcasts } from '../broadcasts.table.ts';
import { rulesIn } from '../segments/broadcasts.segments.queries.ts';
import { afterQuietHours } from './broadcasts.quiet-hours.queries.ts';

/** Lease of a claimed batch, in seconds; after that, its worker counts as dead. */
export const LEASE = 30;

/** A broadcast has stalled after this many seconds without progress and this many setbacks. */
const STALLED = 120;
const STALLED_SETBACKS = 5;

/** Delay before asking a provider for a receipt, and between two requests, in minutes. */
export const RECEIPT_MINUTES = 15;

const isOpen = sql`status in ('pending', 'sending')`;
const isNotDelayed = sql`coalesce(held_until <= now(), true)`;

/** Broadcasts with work to do, the earliest started first. */
export const listBroadcastsWithWork = (db: Db): Promise<Broadcast[]> =>
  db
    .select()
    .from(broadcasts)
    .where(
      and(
        isNull(broadcasts.finished_at),
        inArray(broadcasts.status, ['scheduled', 'sending', 'cancelled']),
        sql`(${broadcasts.status} <> 'scheduled' or ${lte(broadcasts.scheduled_at, sql`now()`)})`,
      ),
    )
    .orderBy(asc(broadcasts.started_at), asc(broadcasts.scheduled_at), asc(broadcasts.id));

/**
 * Reference time for lateness: for local schedules, the time in the last time zone on Earth. The late policy
 * decides about recipients whose local time is earlier.
 */
const LAST_TIME = sql`case when schedule_mode = 'local'
  then (scheduled_local::timestamp + interval '12 hours') at time zone 'UTC' else scheduled_at end`;

const GONE = 'push_target_gone';

/** Starts a due broadcast, whose audience gets the rules of its segment; marks it missed if it is far overdue or its target is gone. */
export const startScheduled = (db: Db, broadcast: Broadcast) =>
  db.execute(sql`
    update broadcasts set version = broadcasts.version + 1, updated_at = now(),
      status = case when is_missed then 'missed' else 'sending' end,
      is_claimed = not is_missed,
      is_approved = broadcasts.is_approved and not is_missed,
      started_at = case when is_missed then null else now() end,
      progressed_at = now(),
      last_error = case when is_gone then ${GONE} end,
      audience = case when is_missed or segments.id is null then broadcasts.audience
        else ${rulesIn(sql`broadcasts.audience`)} end,
      segment_name = case when is_missed or segments.id is null then broadcasts.segment_name else segments.name end
    from (select id, segment_id, is_gone, is_gone or ${LAST_TIME} < now() - ${BROADCAST_LATE_MINUTES} * interval '1 minute' as is_missed
      from broadcasts, (select not ${areVisible(broadcast, sql`now()`)} as is_gone) as target
      where id = ${broadcast.id} and status = 'scheduled' and scheduled_at <= now() for update of broadcasts) as due
      left join segments on segments.id = due.segment_id
    where broadcasts.id = due.id`);

interface Picking {
  broadcast: Broadcast;
  reach: Reach;
  clock: Clock;
  defaultLocale: Locale;
  /** `21:00-08:00`. */
  quietHours: string;
  /** Number of devices above which it needs approval. */
  approveAbove: number | undefined;
}

/** Statement timeout for queries over a million devices, in milliseconds. */
const LONG_TIMEOUT = 300_000;

const extendTimeout = (tx: Db) =>
  tx.execute(sql`select set_config('statement_timeout', ${String(LONG_TIMEOUT)}, true)`);

/**
 * Inserts the deliveries of a broadcast, all or none. Rolls back if the broadcast has been stopped.
 * @param tx a transaction
 * @returns false if another worker picks them or the broadcast is delayed
 */
export async function pickDevices(tx: Db, picking: Picking): Promise<boolean> {
  const { id } = picking.broadcast;
  const [lock] = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('broadcasts.pick'), hashtext(${id})) as taken`,
  );
  if (!lock?.taken) return false;
  await extendTimeout(tx);
  const [now] = await tx.execute<{ is_due: boolean }>(
    sql`select status = 'sending' and targeted is null and ${isNotDelayed} as is_due from broadcasts where id = ${id}`,
  );
  if (!now?.is_due) return false;
  await tx.execute(insertDeliveries(picking));
  const counted = await tx.execute(sql`
    update broadcasts set progressed_at = now(), targeted = counts.targeted, skipped = counts.skipped
    from (select count(*) as targeted, count(*) filter (where status = 'skipped') as skipped
      from broadcast_deliveries where broadcast_id = ${id}) as counts
    where id = ${id} and status = 'sending'
    returning id`);
  if (counted.length === 0) throw new BroadcastStopped();
  await markMissedIfTooLate(tx, id);
  await holdUnapproved(tx, id, picking.approveAbove);
  return true;
}

/** Marks a broadcast missed if it is too late for all recipients. A daily push ends instead. */
async function markMissedIfTooLate(tx: Db, id: string): Promise<void> {
  const missed = await tx.execute(sql`
    update broadcasts set status = 'missed', is_claimed = false, is_approved = false, started_at = null, targeted = null, skipped = 0,
      version = version + 1, updated_at = now()
    where id = ${id} and day is null and targeted > 0 and skipped = targeted
    returning id`);
  if (missed.length > 0) await tx.execute(sql`delete from broadcast_deliveries where broadcast_id = ${id}`);
}

/** Holds a broadcast that grew above the number of devices that needs approval. The push of a day needs none. */
async function holdUnapproved(tx: Db, id: string, above: number | undefined): Promise<void> {
  if (above === undefined) return;
  const held = await tx.execute(sql`
    update broadcasts set status = 'missed', is_claimed = false, last_error = 'approval_required', started_at = null,
      targeted = null, skipped = 0, version = version + 1, updated_at = now()
    where id = ${id} and status = 'sending' and day is null and not is_approved and targeted - skipped > ${above}
    returning id`);
  if (held.length > 0) await tx.execute(sql`delete from broadcast_deliveries where broadcast_id = ${id}`);
}

/** Rolls back the transaction of a broadcast stopped while its devices were picked. */
export class BroadcastStopped extends Error {}

function insertDeliveries({ broadcast, reach, clock, defaultLocale, quietHours }: Picking): SQL {
  const { id, schedule_mode, scheduled_local, late_policy, urgent } = broadcast;
  const isLocal = schedule_mode === 'local';
  const wanted = isLocal ? sql`${scheduled_local}::timestamp at time zone zone` : sql`now()`;
  const isLate =
    isLocal && late_policy === 'skip'
      ? sql`wanted < now() - ${BROADCAST_LATE_MINUTES} * interval '1 minute'`
      : sql`false`;
  const locales = `{${reach.complete_locales.join(',')}}`;
  return sql`
    insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, app_version, not_before,
      status, error_code)
    select ${id}, id, user_id, platform, locale, app_version,
      ${urgent ? sql`due` : afterQuietHours(quietHours)},
      case when is_late then 'skipped' else 'pending' end, case when is_late then 'too_late' end
    from (
      select *, ${isLate} as is_late, greatest(wanted, now()) as due from (
        select *, ${wanted} as wanted from (
          select devices.id, user_id, platform, app_version,
            case when devices.locale = any(${locales}::text[]) then devices.locale else ${defaultLocale} end as locale,
            coalesce(zones.known, ${clock.timeZone}::text) as zone
          from devices left join (
            select time_zone, known_time_zone(time_zone) as known from (select distinct time_zone from devices) as named
          ) as zones using (time_zone)
          where ${isRecipient(reach, clock)}
        ) as meant
      ) as timed
    ) as picked`;
}

export type Claimed = {
  device_id: string;
  user_id: string;
  /** The member's. */
  full_name: string | null;
  platform: DevicePlatform;
  locale: Locale;
  time_zone: string | null;
  attempts: number;
  provider: ProviderName;
  token: string;
  token_hash: string;
  /** Reason to skip it. */
  skip: string | null;
  /** Milliseconds until its quiet hours end. */
  wait: number;
  /** Seconds that the provider keeps it for an offline device, if not those of the broadcast. */
  ttl?: number;
};

interface Claiming {
  claim: string;
  size: number;
  timeZone: string;
  /** `21:00-08:00`. */
  quietHours: string;
}

/**
 * Claims up to `size` due deliveries for one lease, including those of dead workers; none if the broadcast
 * was stopped.
 */
export function claimDeliveries(
  db: Db,
  { id, category, urgent, day, schedule_mode, scheduled_local, late_policy }: Broadcast,
  { claim, size, timeZone, quietHours }: Claiming,
) {
  const afterQuiet = urgent ? sql`due` : afterQuietHours(quietHours);
  const isLate =
    day === null && schedule_mode === 'local' && late_policy === 'skip'
      ? sql`(select ${afterQuiet} from (select ${scheduled_local}::timestamp at time zone zone as due) as planned)
          < now() - ${BROADCAST_LATE_MINUTES} * interval '1 minute'`
      : sql`false`;
  return db.execute<Claimed>(sql`
    with due as (
      select device_id from broadcast_deliveries
      where broadcast_id = ${id} and ${isOpen} and not_before <= now()
        and exists (select from broadcasts where id = ${id} and status = 'sending' and ${isNotDelayed})
      order by not_before limit ${size} for update skip locked
    ), claimed as (
      update broadcast_deliveries as delivery
      set status = 'sending', claim = ${claim}, attempts = attempts + 1, not_before = now() + ${LEASE} * interval '1 second'
      from due where delivery.broadcast_id = ${id} and delivery.device_id = due.device_id
      returning delivery.device_id, delivery.user_id, delivery.platform, delivery.locale, delivery.attempts
    ), looked_at as (
      select claimed.*, users.full_name, devices.time_zone, provider, token, token_hash, now() as due,
        coalesce(known_time_zone(devices.time_zone), ${timeZone}::text) as zone,
        case when devices.user_id is distinct from claimed.user_id then 'device_gone'
          when devices.disabled_at is not null then 'device_disabled'
          when devices.muted_until > now() then 'member_inactive'
          when ${hasDeclined(category, sql`claimed.user_id`)} then 'opted_out' end as reason
      from claimed left join devices on devices.id = claimed.device_id left join users on users.id = claimed.user_id
    )
    select *, coalesce(reason, case when ${isLate} then 'too_late' end) as skip,
      extract(epoch from ${afterQuiet} - due)::float * 1000 as wait
    from looked_at`);
}

/** True if a broadcast has devices of these providers. */
export async function hasDevicesFor(
  db: Db,
  id: string,
  providers: readonly ProviderName[],
): Promise<boolean> {
  const [found] = await db.execute(sql`
    select from broadcast_deliveries join devices on devices.id = device_id
    where broadcast_id = ${id} and provider = any(${`{${providers.join(',')}}`}::text[]) limit 1`);
  return found !== undefined;
}

export interface Settlement {
  device_id: string;
  status: 'pending' | 'sent' | 'failed' | 'invalid' | 'skipped';
  error_code: string | null;
  provider_id: string | null;
  /** True if the provider can be asked later for a receipt. */
  has_receipt: boolean;
  /** Milliseconds before the next attempt. */
  delay: number;
  /** True if it does not count as an attempt: the provider was not asked. */
  is_untried: boolean;
}

/** Error code and duration, in milliseconds, of a pause for the whole provider. */
export interface Setback {
  code: string;
  pause: number;
}

/** Stores and counts the outcomes of a claim, except deliveries claimed by another worker since. */
export const settleDeliveries = (db: Db, id: string, claim: string, settlements: readonly Settlement[]) =>
  db.execute(sql`
    with results as (
      select * from jsonb_to_recordset(${JSON.stringify(settlements)}::jsonb)
        as result (device_id uuid, status text, error_code text, provider_id text, has_receipt boolean, delay double precision, is_untried boolean)
    ), settled as (
      update broadcast_deliveries as delivery
      set status = results.status, error_code = results.error_code, provider_id = results.provider_id, claim = null,
        attempts = attempts - results.is_untried::int,
        not_before = now() + results.delay * interval '1 millisecond',
        sent_at = case when results.status = 'sent' then now() end,
        receipt_after = case when results.has_receipt then now() + ${RECEIPT_MINUTES} * interval '1 minute' end
      from results
      where delivery.broadcast_id = ${id} and delivery.device_id = results.device_id and delivery.claim = ${claim}
      returning delivery.status
    ), counts as (
      select count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed,
        count(*) filter (where status = 'invalid') as invalid, count(*) filter (where status = 'skipped') as skipped
      from settled
    )
    update broadcasts set
      progressed_at = case when counts.sent + counts.invalid + counts.skipped > 0 then now() else progressed_at end,
      sent = broadcasts.sent + counts.sent, failed = broadcasts.failed + counts.failed,
      invalid = broadcasts.invalid + counts.invalid, skipped = broadcasts.skipped + counts.skipped
    from counts where id = ${id}`);

/** Restarts the stall clock at the first setback: the broadcast may have been idle in quiet hours. */
const sinceFirst = (isFirst: SQL) =>
  sql`progressed_at = case when ${isFirst} then now() else progressed_at end`;

/** Delays a broadcast; the longest delay of its batches wins. Leaves stopped broadcasts unchanged. */
export const deferAll = (db: Db, id: string, { code, pause }: Setback) =>
  db.execute(sql`update broadcasts set setbacks = setbacks + 1, last_error = ${code}, ${sinceFirst(sql`setbacks = 0`)},
      held_until = greatest(held_until, now() + ${pause} * interval '1 millisecond')
    where id = ${id} and status = 'sending'`);

/** Delays a broadcast after an error. Restarts the count after a long interval or another error. */
export function recordFailure(db: Db, id: string, pause: number) {
  const isFirst = sql`(last_error is distinct from 'no_progress' or held_until < now() - ${STALLED} * interval '1 second')`;
  return db.execute(sql`update broadcasts set last_error = 'no_progress', ${sinceFirst(isFirst)},
      held_until = now() + ${pause} * interval '1 millisecond', setbacks = case when ${isFirst} then 1 else setbacks + 1 end
    where id = ${id} and status = 'sending'`);
}

/** Clears the setbacks after a successful batch, unless the delay is still on: the batch began before it. */
export const clearBackoff = (db: Db, id: string) =>
  db.execute(sql`update broadcasts set setbacks = 0, last_error = null, held_until = null
    where id = ${id} and status = 'sending' and last_error is not null and ${isNotDelayed}`);

/** Pauses a broadcast while it is `sending`. */
export const pauseSending = (db: Db, id: string, code: string) =>
  db.execute(sql`update broadcasts set status = 'paused', last_error = ${code}, version = version + 1, updated_at = now()
    where id = ${id} and status = 'sending'`);

/** Pauses a broadcast after repeated setbacks without progress. */
export const pauseIfStalled = (db: Db, id: string) =>
  db.execute(sql`
    update broadcasts set status = 'paused', version = version + 1, updated_at = now()
    where id = ${id} and status = 'sending' and setbacks >= ${STALLED_SETBACKS}
      and progressed_at < now() - ${STALLED} * interval '1 second'`);

/** Pauses a broadcast with due deliveries if its target is gone. */
export const pauseIfGone = (db: Db, broadcast: Broadcast) =>
  db.execute(sql`
    update broadcasts set status = 'paused', last_error = ${GONE}, version = version + 1, updated_at = now()
    where id = ${broadcast.id} and status = 'sending' and not ${areVisible(broadcast, sql`now()`)}
      and exists (select from broadcast_deliveries where broadcast_id = ${broadcast.id} and ${isOpen} and not_before <= now())`);

const hasOpen = (id: string) =>
  sql`exists (select from broadcast_deliveries where broadcast_id = ${id} and ${isOpen})`;

/** True if a device may have got it, even one of a worker that died. */
const hasTried = (id: string) =>
  sql`exists (select from broadcast_deliveries
    where broadcast_id = ${id} and attempts > 0 and status <> 'skipped')`;

/** Members reached: delivered to a device, or opened by the member. */
const membersOf = (id: string) =>
  sql`(select count(distinct user_id) from broadcast_deliveries
    where broadcast_id = ${id} and (status = 'sent' or opened_at is not null))`;

/** Ends a broadcast matching `where` once all deliveries are settled. The frequent check is cheap. */
async function endIfSettled(db: Db, id: string, set: SQL, where: SQL): Promise<void> {
  const [settled] = await db.execute(sql`select 1 where not ${hasOpen(id)}`);
  if (!settled) return;
  await db.transaction(async (tx) => {
    await extendTimeout(tx);
    await tx.execute(sql`
      update broadcasts set finished_at = now(), reached = ${membersOf(id)}, ${set}
      where id = ${id} and ${where} and not ${hasOpen(id)}`);
  });
}

/** Ends a broadcast if all of its deliveries are settled. */
export const finishIfSettled = (db: Db, id: string) =>
  endIfSettled(
    db,
    id,
    sql`status = 'sent', version = version + 1, updated_at = now()`,
    sql`status = 'sending' and targeted is not null`,
  );

/** Maximum rows cancelled per statement. */
const CANCEL_BATCH = 20_000;

/**
 * Cancels remaining deliveries of a cancelled broadcast in chunks, except those a worker is sending. If none was even
 * tried, another broadcast can have its source.
 */
export async function cancelRemaining(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    with rest as (
      select device_id from broadcast_deliveries
      where broadcast_id = ${id} and (status = 'pending' or (status = 'sending' and not_before <= now()))
      limit ${CANCEL_BATCH} for update skip locked
    ), stopped as (
      update broadcast_deliveries as delivery set status = 'cancelled', claim = null
      from rest where delivery.broadcast_id = ${id} and delivery.device_id = rest.device_id
      returning delivery.device_id
    )
    update broadcasts set cancelled = cancelled + (select count(*) from stopped) where id = ${id}`);
  await endIfSettled(
    db,
    id,
    sql`targeted = coalesce(targeted, 0), is_claimed = ${hasTried(id)}`,
    sql`status = 'cancelled' and finished_at is null`,
  );
}
