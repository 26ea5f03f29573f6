import type { Locale } from '@agora/contract/features/accounts/accounts.users.contract';
import { BROADCAST_LATE_MINUTES } from '@agora/contract/features/broadcasts/broadcasts.contract';
import type { DevicePlatform } from '@agora/contract/features/devices/devices.app.contract';
import { and, asc, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import type { Clock } from '../../../platform/db/time-zone.ts';
import type { ProviderName } from '../../../platform/push/push.ts';
import { hasDeclined, isMeant, type Reach } from '../audience/broadcasts.audience.queries.ts';
import { areSeen } from '../broadcasts.queries.ts';
import { type Broadcast, broadcasts } from '../broadcasts.table.ts';
import { afterQuietHours } from './broadcasts.quiet-hours.queries.ts';

/** Seconds after which whoever claimed a batch must be dead. */
export const LEASE = 30;

/** Seconds without progress, and setbacks meanwhile, after which a broadcast has stalled. */
const STALLED = 120;
const STALLED_SETBACKS = 5;

/** Minutes after which a provider is asked what became of a push, and between two questions. */
export const RECEIPT_MINUTES = 15;

const isOpen = sql`status in ('pending', 'sending')`;
const isRested = sql`coalesce(held_until <= now(), true)`;

/** Broadcasts that a worker has something to do for, the first started first. */
export const listWork = (db: Db): Promise<Broadcast[]> =>
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
 * Since when a broadcast can be late: at the recipients' own time, only once it is over where a day ends last. Who
 * was to get it before is then up to its late policy.
 */
const LAST_TIME = sql`case when schedule_mode = 'local'
  then (scheduled_local::timestamp + interval '12 hours') at time zone 'UTC' else scheduled_at end`;

const GONE = 'push_target_gone';

/** Starts a broadcast whose time has come; one whose time has long passed, or that leads to nothing, is missed. */
export const startScheduled = (db: Db, broadcast: Broadcast) =>
  db.execute(sql`
    update broadcasts set version = version + 1, updated_at = now(),
      status = case when is_missed then 'missed' else 'sending' end,
      is_claimed = not is_missed,
      started_at = case when is_missed then null else now() end,
      progressed_at = now(),
      last_error = case when is_gone then ${GONE} end
    from (select id, is_gone, is_gone or ${LAST_TIME} < now() - ${BROADCAST_LATE_MINUTES} * interval '1 minute' as is_missed
      from broadcasts, (select not ${areSeen(broadcast, sql`now()`)} as is_gone) as target
      where id = ${broadcast.id} and status = 'scheduled' and scheduled_at <= now() for update of broadcasts) as due
    where broadcasts.id = due.id`);

interface Picking {
  broadcast: Broadcast;
  reach: Reach;
  clock: Clock;
  defaultLocale: Locale;
  /** `21:00-08:00`. */
  quietHours: string;
}

/** Milliseconds that what looks at a million devices may take. */
const LONG_TIMEOUT = 300_000;

const takeLong = (tx: Db) =>
  tx.execute(sql`select set_config('statement_timeout', ${String(LONG_TIMEOUT)}, true)`);

/**
 * Picks the devices of a broadcast, in one statement: all or none. A broadcast that was stopped meanwhile leaves
 * nothing behind.
 * @param tx a transaction
 * @returns whether it did: not where another worker is at it, or the broadcast rests
 */
export async function pickDevices(tx: Db, picking: Picking): Promise<boolean> {
  const { id } = picking.broadcast;
  const [lock] = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('broadcasts.pick'), hashtext(${id})) as taken`,
  );
  if (!lock?.taken) return false;
  await takeLong(tx);
  const [now] = await tx.execute<{ is_due: boolean }>(
    sql`select status = 'sending' and targeted is null and ${isRested} as is_due from broadcasts where id = ${id}`,
  );
  if (!now?.is_due) return false;
  await tx.execute(insertDeliveries(picking));
  const counted = await tx.execute(sql`
    update broadcasts set progressed_at = now(), targeted = counts.targeted, skipped = counts.skipped
    from (select count(*) as targeted, count(*) filter (where status = 'skipped') as skipped
      from broadcast_deliveries where broadcast_id = ${id}) as counts
    where id = ${id} and status = 'sending'
    returning id`);
  if (counted.length === 0) throw new StoppedMeanwhile();
  await missIfTooLate(tx, id);
  return true;
}

/** Takes one back that is too late for all whom it was for. That of a day is over with it. */
async function missIfTooLate(tx: Db, id: string): Promise<void> {
  const missed = await tx.execute(sql`
    update broadcasts set status = 'missed', is_claimed = false, started_at = null, targeted = null, skipped = 0,
      version = version + 1, updated_at = now()
    where id = ${id} and day is null and targeted > 0 and skipped = targeted
    returning id`);
  if (missed.length > 0) await tx.execute(sql`delete from broadcast_deliveries where broadcast_id = ${id}`);
}

/** Undoes the transaction of a broadcast that was stopped while its devices were picked. */
export class StoppedMeanwhile extends Error {}

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
    insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before, status, error_code)
    select ${id}, id, user_id, platform, locale, ${urgent ? sql`due` : afterQuietHours(quietHours)},
      case when is_late then 'skipped' else 'pending' end, case when is_late then 'too_late' end
    from (
      select *, ${isLate} as is_late, greatest(wanted, now()) as due from (
        select *, ${wanted} as wanted from (
          select devices.id, user_id, platform,
            case when devices.locale = any(${locales}::text[]) then devices.locale else ${defaultLocale} end as locale,
            coalesce(zones.known, ${clock.timeZone}::text) as zone
          from devices left join (
            select time_zone, known_time_zone(time_zone) as known from (select distinct time_zone from devices) as named
          ) as zones using (time_zone)
          where ${isMeant(reach, clock)}
        ) as meant
      ) as timed
    ) as picked`;
}

export type Claimed = {
  device_id: string;
  user_id: string;
  platform: DevicePlatform;
  locale: Locale;
  time_zone: string | null;
  attempts: number;
  provider: ProviderName;
  token: string;
  token_hash: string;
  /** Why it gets nothing after all. */
  skip: string | null;
  /** Milliseconds before its quiet hours are over. */
  wait: number;
};

interface Claiming {
  claim: string;
  size: number;
  timeZone: string;
  /** `21:00-08:00`. */
  quietHours: string;
}

/**
 * Takes up to `size` deliveries that are due, for the length of the lease; those of a dead worker too. None once
 * the broadcast was stopped.
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
      select broadcast_id, device_id from broadcast_deliveries
      where broadcast_id = ${id} and ${isOpen} and not_before <= now()
        and exists (select from broadcasts where id = ${id} and status = 'sending' and ${isRested})
      order by not_before limit ${size} for update skip locked
    ), claimed as (
      update broadcast_deliveries as delivery
      set status = 'sending', claim = ${claim}, attempts = attempts + 1, not_before = now() + ${LEASE} * interval '1 second'
      from due where delivery.broadcast_id = due.broadcast_id and delivery.device_id = due.device_id
      returning delivery.device_id, delivery.user_id, delivery.platform, delivery.locale, delivery.attempts
    ), looked_at as (
      select claimed.*, devices.time_zone, provider, token, token_hash, now() as due,
        coalesce(known_time_zone(devices.time_zone), ${timeZone}::text) as zone,
        case when devices.user_id is distinct from claimed.user_id then 'device_gone'
          when devices.disabled_at is not null then 'device_disabled'
          when devices.muted_until > now() then 'member_inactive'
          when ${hasDeclined(category, sql`claimed.user_id`)} then 'opted_out' end as reason
      from claimed left join devices on devices.id = claimed.device_id
    )
    select *, coalesce(reason, case when ${isLate} then 'too_late' end) as skip,
      extract(epoch from ${afterQuiet} - due)::float * 1000 as wait
    from looked_at`);
}

/** Whether a broadcast goes to some device of these providers. */
export async function goesTo(db: Db, id: string, providers: readonly ProviderName[]): Promise<boolean> {
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
  /** Whether its provider can be asked later what became of it. */
  has_receipt: boolean;
  /** Milliseconds before the next try. */
  delay: number;
  /** Whether this was no try: the provider was not asked. */
  is_untried: boolean;
}

/** Why nobody should ask the provider, and for how many milliseconds. */
export interface Setback {
  code: string;
  pause: number;
}

/** Notes what became of a claim, and counts it. What another worker has claimed since stays as that one leaves it. */
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

/** Without progress is a broadcast since its last one or since its first setback: it may have waited for a morning. */
const fromFirst = (isFirst: SQL) =>
  sql`progressed_at = case when ${isFirst} then now() else progressed_at end`;

/** Lets a broadcast rest, for the longest time that any batch asks for. Why one was stopped stays as it is. */
export const putOff = (db: Db, id: string, { code, pause }: Setback) =>
  db.execute(sql`update broadcasts set setbacks = setbacks + 1, last_error = ${code}, ${fromFirst(sql`setbacks = 0`)},
      held_until = greatest(held_until, now() + ${pause} * interval '1 millisecond')
    where id = ${id} and status = 'sending'`);

/** Lets a broadcast rest that could not be gone on with. Failures long apart, or after others' setbacks, are first ones. */
export function setBack(db: Db, id: string, pause: number) {
  const isFirst = sql`(last_error is distinct from 'no_progress' or held_until < now() - ${STALLED} * interval '1 second')`;
  return db.execute(sql`update broadcasts set last_error = 'no_progress', ${fromFirst(isFirst)},
      held_until = now() + ${pause} * interval '1 millisecond', setbacks = case when ${isFirst} then 1 else setbacks + 1 end
    where id = ${id} and status = 'sending'`);
}

/** Forgets what put a broadcast off, once a batch went well after its rest: one begun before says nothing of it. */
export const goOn = (db: Db, id: string) =>
  db.execute(sql`update broadcasts set setbacks = 0, last_error = null, held_until = null
    where id = ${id} and status = 'sending' and last_error is not null and ${isRested}`);

/** Notes dead tokens, of devices that have no other by now. */
export const disableDevices = (
  tx: Db,
  dead: readonly { device_id: string; token_hash: string; code: string }[],
) =>
  tx.execute(sql`
    update devices set disabled_at = now(), disabled_reason = dead.code
    from jsonb_to_recordset(${JSON.stringify(dead)}::jsonb) as dead (device_id uuid, token_hash text, code text)
    where devices.id = dead.device_id and devices.token_hash = dead.token_hash`);

/** Pauses a broadcast that is being sent. */
export const pauseSending = (db: Db, id: string, code: string) =>
  db.execute(sql`update broadcasts set status = 'paused', last_error = ${code}, version = version + 1, updated_at = now()
    where id = ${id} and status = 'sending'`);

/** Pauses a broadcast that workers could not go on with, again and again, while nothing of it was sent. */
export const pauseIfStalled = (db: Db, id: string) =>
  db.execute(sql`
    update broadcasts set status = 'paused', version = version + 1, updated_at = now()
    where id = ${id} and status = 'sending' and setbacks >= ${STALLED_SETBACKS}
      and progressed_at < now() - ${STALLED} * interval '1 second'`);

/** Pauses a broadcast that somebody is due to get, and that leads to nothing by now. */
export const pauseIfGone = (db: Db, broadcast: Broadcast) =>
  db.execute(sql`
    update broadcasts set status = 'paused', last_error = ${GONE}, version = version + 1, updated_at = now()
    where id = ${broadcast.id} and status = 'sending' and not ${areSeen(broadcast, sql`now()`)}
      and exists (select from broadcast_deliveries where broadcast_id = ${broadcast.id} and ${isOpen} and not_before <= now())`);

const hasOpen = (id: string) =>
  sql`exists (select from broadcast_deliveries where broadcast_id = ${id} and ${isOpen})`;

/** Members whom it reached, as their devices tell or they themselves. */
const membersOf = (id: string) =>
  sql`(select count(distinct user_id) from broadcast_deliveries
    where broadcast_id = ${id} and (status = 'sent' or opened_at is not null))`;

/** Ends a broadcast that `where` holds for, once all of its deliveries are settled: looked for often, and seldom so. */
async function endIfSettled(db: Db, id: string, set: SQL, where: SQL): Promise<void> {
  const [settled] = await db.execute(sql`select 1 where not ${hasOpen(id)}`);
  if (!settled) return;
  await db.transaction(async (tx) => {
    await takeLong(tx);
    await tx.execute(sql`
      update broadcasts set finished_at = now(), reached = ${membersOf(id)}, ${set}
      where id = ${id} and ${where} and not ${hasOpen(id)}`);
  });
}

/** Ends a broadcast all of whose deliveries are settled. */
export const finishIfSettled = (db: Db, id: string) =>
  endIfSettled(
    db,
    id,
    sql`status = 'sent', version = version + 1, updated_at = now()`,
    sql`status = 'sending' and targeted is not null`,
  );

/** Rows that one statement cancels. */
const CANCELLED_AT_ONCE = 20_000;

/** Cancels what is left of a cancelled broadcast, some of it at a time. What a worker is at settles first. */
export async function cancelRest(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    with rest as (
      select broadcast_id, device_id from broadcast_deliveries
      where broadcast_id = ${id} and (status = 'pending' or (status = 'sending' and not_before <= now()))
      limit ${CANCELLED_AT_ONCE} for update skip locked
    ), stopped as (
      update broadcast_deliveries as delivery set status = 'cancelled', claim = null
      from rest where delivery.broadcast_id = rest.broadcast_id and delivery.device_id = rest.device_id
      returning delivery.device_id
    )
    update broadcasts set cancelled = cancelled + (select count(*) from stopped) where id = ${id}`);
  await endIfSettled(
    db,
    id,
    sql`targeted = coalesce(targeted, 0)`,
    sql`status = 'cancelled' and finished_at is null`,
  );
}
