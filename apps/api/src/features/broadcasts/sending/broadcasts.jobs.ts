import type { JobDeps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/jobs/queue.ts';
import { generalDoubts } from '../../../platform/push/doubts.ts';
import type { PushReceipt } from '../../../platform/push/push.ts';
import {
  type Awaited,
  claimReceipts,
  type ReadReceipt,
  settleReceipts,
} from '../results/broadcasts.receipts.queries.ts';
import { createDailyPushes } from './broadcasts.daily-push.service.ts';
import { pauseSending } from './broadcasts.sending.queries.ts';

/** Receipts per request. */
const BATCH = 1_000;

/** Requests per run of the job. Each takes at most ten seconds, so that a run ends before its lease. */
const BATCHES = 20;

export const broadcastsJobs = (deps: JobDeps) => ({
  make_daily_pushes: () => createDailyPushes(deps),
  read_push_receipts: () => readReceipts(deps),
});

/**
 * Fetches the receipts of earlier pushes: Expo reports dead tokens only there. If there are too many for one run,
 * another job fetches the rest.
 */
async function readReceipts({ db, push }: Pick<JobDeps, 'db' | 'push'>): Promise<void> {
  const { expo } = push;
  if (!expo?.readReceipts) return;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const due = await claimReceipts(db, BATCH);
    if (due.length === 0) return;
    const receipts = await expo.readReceipts(due.map(({ provider_id }) => provider_id));
    await settleReceipts(
      db,
      due.flatMap((awaited) => toSettled(awaited, receipts.get(awaited.provider_id)) ?? []),
    );
    for (const [id, some] of Map.groupBy(due, ({ broadcast_id }) => broadcast_id)) {
      const code = generalCode(
        some.filter(({ is_recent }) => is_recent),
        receipts,
      );
      if (code) await pauseSending(db, id, code);
    }
  }
  await enqueue(db, 'read_push_receipts', {});
}

/** Error code that affects the whole broadcast: Expo gets credential errors from Apple and Google later. */
function generalCode(awaited: readonly Awaited[], receipts: ReadonlyMap<string, PushReceipt>) {
  const answers = awaited.map(({ user_id, platform, provider_id }) => {
    const receipt = receipts.get(provider_id);
    return { user_id, platform, provider: 'expo' as const, kind: receipt?.kind, receipt };
  });
  const isGeneral = generalDoubts(answers);
  const found = answers.find(
    (answer) => answer.kind === 'refused' || (answer.kind === 'doubtful' && isGeneral(answer)),
  )?.receipt;
  return found && found.kind !== 'delivered' ? found.code : undefined;
}

function toSettled(
  { broadcast_id, device_id }: Awaited,
  receipt: PushReceipt | undefined,
): ReadReceipt | undefined {
  if (!receipt) return undefined;
  const which = { broadcast_id, device_id };
  if (receipt.kind === 'delivered') return { ...which, status: 'sent', error_code: null };
  return { ...which, status: receipt.kind === 'dead' ? 'invalid' : 'failed', error_code: receipt.code };
}
