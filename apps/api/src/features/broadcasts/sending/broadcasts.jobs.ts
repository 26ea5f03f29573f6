import type { JobDeps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/jobs/queue.ts';
import { generalDoubts } from '../../../platform/push/doubts.ts';
import type { PushReceipt } from '../../../platform/push/push.ts';
import {
  type Awaited,
  claimReceipts,
  findReceiptsDue,
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
    const id = await findReceiptsDue(db);
    if (id === undefined) return;
    const due = await claimReceipts(db, id, BATCH);
    // Another run was faster.
    if (due.length === 0) continue;
    const receipts = await expo.readReceipts(due.map(({ provider_id }) => provider_id));
    await settleReceipts(
      db,
      id,
      due.flatMap((awaited) => toSettled(awaited, receipts.get(awaited.provider_id)) ?? []),
    );
    const code = generalCode(
      due.filter(({ is_recent }) => is_recent),
      receipts,
    );
    if (code) await pauseSending(db, id, code);
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

function toSettled({ device_id }: Awaited, receipt: PushReceipt | undefined): ReadReceipt | undefined {
  if (!receipt) return undefined;
  if (receipt.kind === 'delivered') return { device_id, status: 'sent', error_code: null };
  return { device_id, status: receipt.kind === 'dead' ? 'invalid' : 'failed', error_code: receipt.code };
}
