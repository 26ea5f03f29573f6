import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { FRONTEND, useService } from '../../../../test/harness.ts';
import type { PushProvider } from '../../../platform/push/push.ts';
import { broadcastsJobs } from './broadcasts.jobs.ts';

const service = useService();

const jobsWith = (readReceipts: NonNullable<PushProvider['readReceipts']>) => {
  const { db, url, config, storage } = service();
  return broadcastsJobs({
    db,
    url,
    config,
    storage,
    now: () => new Date(),
    frontendHost: FRONTEND,
    mail: async () => {},
    push: { fcm: undefined, webpush: undefined, expo: { send: async () => [], readReceipts } },
  });
};

it('reads 20 times 1,000 push receipts of a broadcast in one run and enqueues another run for the rest', async () => {
  const { db } = service();
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await db.execute(sql`insert into broadcast_deliveries
      (broadcast_id, device_id, user_id, platform, locale, status, not_before, provider_id, receipt_after, sent_at)
    select case when n <= 19_001 then ${one}::uuid else ${other}::uuid end, gen_random_uuid(), gen_random_uuid(), 'ios', 'fr',
      'sent', now(), 'id', now() - (20_002 - n) * interval '1 second', now()
    from generate_series(1, 20_002) as n`);
  const asked: number[] = [];
  const readReceipts = async ({ length }: readonly string[]) => {
    asked.push(length);
    return new Map();
  };
  const jobs = jobsWith(readReceipts);
  const enqueued = () =>
    db.execute(sql`select from graphile_worker.jobs where task_identifier = 'read_push_receipts'`);

  await jobs.read_push_receipts();
  expect(asked).toEqual([...Array(19).fill(1_000), 1]);
  expect(await enqueued()).toHaveLength(1);
  await jobs.read_push_receipts();
  expect(asked.slice(20)).toEqual([1_000, 1]);
  expect(await enqueued()).toHaveLength(1);
});

it.each([
  ['pauses a broadcast when a receipt rejects the payload of a push', '1 minute', 'paused'],
  [
    'keeps sending a broadcast when a receipt rejects a push from before it was resumed',
    '-1 minute',
    'sending',
  ],
])('%s', async (_, sinceResumed, status) => {
  const { db } = service();
  const { token } = await service().superuser();
  const json = { name: 'Test', translations: { fr: { title: 'Bonjour', body: 'À tous' } } };
  const { id } = (await service().call('POST', '/broadcasts/', { token, json })).body;
  await db.execute(sql`update broadcasts set status = 'sending', updated_at = now() where id = ${id}`);
  await db.execute(sql`insert into broadcast_deliveries
      (broadcast_id, device_id, user_id, platform, locale, status, not_before, provider_id, receipt_after, sent_at)
    values (${id}, gen_random_uuid(), gen_random_uuid(), 'ios', 'fr', 'sent', now(), ${id}, now(),
      now() + ${sinceResumed}::interval)`);
  const jobs = jobsWith(async () => new Map([[id, { kind: 'refused', code: 'MessageTooBig' }]]));
  await jobs.read_push_receipts();
  expect(await db.execute(sql`select status from broadcasts where id = ${id}`)).toEqual([{ status }]);
});
