import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { FRONTEND, useService } from '../../../../test/harness.ts';
import { broadcastsJobs } from './broadcasts.jobs.ts';

const service = useService();

it('reads 20,000 receipts in one run, and the others in the next, which it orders itself', async () => {
  const { db, config, storage } = service();
  await db.execute(sql`insert into broadcast_deliveries
      (broadcast_id, device_id, user_id, platform, locale, status, not_before, provider_id, receipt_after, sent_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'ios', 'fr', 'sent', now(), 'id', now(), now()
    from generate_series(1, 20_001)`);
  const asked: number[] = [];
  const readReceipts = async ({ length }: readonly string[]) => {
    asked.push(length);
    return new Map();
  };
  const jobs = broadcastsJobs({
    db,
    config,
    storage,
    now: () => new Date(),
    frontendHost: FRONTEND,
    mail: async () => {},
    push: { fcm: undefined, webpush: undefined, expo: { send: async () => [], readReceipts } },
  });
  const ordered = () =>
    db.execute(sql`select from graphile_worker.jobs where task_identifier = 'read_push_receipts'`);

  await jobs.read_push_receipts();
  expect(asked).toEqual(Array(20).fill(1_000));
  expect(await ordered()).toHaveLength(1);
  await jobs.read_push_receipts();
  expect(asked.slice(20)).toEqual([1]);
  expect(await ordered()).toHaveLength(1);
});
