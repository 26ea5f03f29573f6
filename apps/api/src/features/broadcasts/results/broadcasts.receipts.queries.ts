import type { DevicePlatform } from '@agora/contract/features/devices/devices.app.contract';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { RECEIPT_MINUTES } from '../sending/broadcasts.sending.queries.ts';

/** Hours after which a missing receipt is given up. */
const RECEIPT_HOURS = 24;

export type Awaited = {
  device_id: string;
  user_id: string;
  platform: DevicePlatform;
  provider_id: string;
  /** True if it was sent since the broadcast started or resumed. */
  is_recent: boolean;
};

/** The broadcast with a receipt that is due the longest. */
export async function findReceiptsDue(db: Db): Promise<string | undefined> {
  const [due] = await db.execute<{ broadcast_id: string }>(sql`
    select broadcast_id from broadcast_deliveries where receipt_after <= now()
    order by receipt_after, broadcast_id limit 1 for update skip locked`);
  return due?.broadcast_id;
}

/** Claims up to `size` pushes of a broadcast with due receipts, until the next due time. */
export const claimReceipts = (db: Db, id: string, size: number) =>
  db.execute<Awaited>(sql`
    update broadcast_deliveries as delivery
    set receipt_after = case when delivery.sent_at > now() - ${RECEIPT_HOURS} * interval '1 hour'
      then now() + ${RECEIPT_MINUTES} * interval '1 minute' end
    from (
      select device_id from broadcast_deliveries where broadcast_id = ${id} and receipt_after <= now()
      order by receipt_after, device_id limit ${size} for update skip locked
    ) as due
    where delivery.broadcast_id = ${id} and delivery.device_id = due.device_id
    returning delivery.device_id, delivery.user_id, delivery.platform, delivery.provider_id,
      delivery.sent_at >= (select updated_at from broadcasts where id = ${id}) as is_recent`);

export interface ReadReceipt extends Pick<Awaited, 'device_id'> {
  status: 'sent' | 'failed' | 'invalid';
  error_code: string | null;
}

/** Stores and counts receipts of a broadcast, and disables dead tokens of devices that have not registered again since. */
export const settleReceipts = (db: Db, id: string, receipts: readonly ReadReceipt[]) =>
  db.execute(sql`
    with receipts as (
      select * from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb)
        as receipt (device_id uuid, status text, error_code text)
    ), settled as (
      update broadcast_deliveries as delivery
      set status = receipts.status, error_code = receipts.error_code, receipt_after = null
      from receipts
      where delivery.broadcast_id = ${id} and delivery.device_id = receipts.device_id
        and delivery.status = 'sent'
      returning delivery.device_id, delivery.user_id, delivery.status, delivery.error_code, delivery.sent_at,
        delivery.opened_at
    ), lost as (
      select * from settled where status <> 'sent'
    ), disabled as (
      update devices set disabled_at = now(), disabled_reason = settled.error_code
      from settled
      where settled.status = 'invalid' and devices.id = settled.device_id and devices.last_seen_at <= settled.sent_at
    )
    update broadcasts set sent = sent - counts.failed - counts.invalid, reached = reached - counts.members,
      failed = broadcasts.failed + counts.failed, invalid = broadcasts.invalid + counts.invalid
    from (
      select count(*) filter (where status = 'failed') as failed,
        count(*) filter (where status = 'invalid') as invalid,
        count(distinct user_id) filter (where opened_at is null and not exists (
          select from broadcast_deliveries as other
          where other.broadcast_id = ${id} and other.user_id = lost.user_id
            and (other.status = 'sent' or other.opened_at is not null)
            and other.device_id not in (select device_id from lost)
        )) as members
      from lost having count(*) > 0
    ) as counts
    where id = ${id}`);
