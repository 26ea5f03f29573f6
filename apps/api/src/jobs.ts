import { collectMedia } from './features/media/media.service.ts';
import { FEATURES } from './features.ts';
import { runDueBackup, startDueBackup } from './platform/backup/schedule.ts';
import { addMonths } from './platform/db/partitions.ts';
import { rowCounts } from './platform/db/row-counts.table.ts';
import { compactCounts } from './platform/db/row-counts.ts';
import type { JobDeps } from './platform/deps.ts';
import type { Housekeeping, ShownAmong } from './platform/feature.ts';
import { deleteExpiredAnswers } from './platform/http/idempotency.ts';
import { deleteElapsedWindows } from './platform/http/limiter.ts';
import { deleteFailedJobs, type JobHandler, releaseAbandonedJobs } from './platform/jobs/queue.ts';
import { tryEach } from './platform/jobs/try-each.ts';
import { deleteOldPushes } from './platform/push/local.ts';

/** Handlers of all background jobs. */
export const jobs = (deps: JobDeps): Record<string, JobHandler> => ({
  ...Object.assign({}, ...FEATURES.map((feature) => feature.jobs?.(deps))),
  // A failed part makes the queue retry the job.
  housekeeping: () => tryEach(HOUSEKEEPING, (part) => part(deps)),
  find_stray_files: async () => {
    for (const { findStrayFiles } of FEATURES) await findStrayFiles?.(deps);
  },
  start_due_backup: () => startDueBackup(deps),
  back_up: () => runDueBackup(deps),
  delete_elapsed_windows: () => deleteElapsedWindows(deps.db),
  release_lost_jobs: () => releaseAbandonedJobs(deps.db),
  sum_up_row_counts: async () => {
    for (const table of [rowCounts, ...FEATURES.flatMap(({ counts = [] }) => counts)])
      await compactCounts(deps.db, table);
  },
});

/** Schedule of the jobs, in crontab's notation and UTC. */
export const SCHEDULE: string = [
  '*/10 * * * * housekeeping',
  '43 3 * * * find_stray_files',
  '*/15 * * * * start_due_backup',
  '* * * * * delete_elapsed_windows',
  '* * * * * release_lost_jobs',
  '* * * * * sum_up_row_counts',
  ...FEATURES.flatMap(({ schedule = [] }) => schedule),
].join('\n');

const HOUSEKEEPING: readonly Housekeeping[] = [
  ({ db }) => addMonths(db),
  ...FEATURES.flatMap(({ housekeeping = [] }) => housekeeping),
  // After the features: rows that they deleted no longer use their pictures.
  (deps) => collectMedia(deps, shownByFeatures),
  ({ db, now }) => deleteOldPushes(db, now()),
  ({ db }) => deleteExpiredAnswers(db),
  ({ db }) => deleteFailedJobs(db),
];

const shownByFeatures: ShownAmong = async (tx, ids) => {
  const shown = await Promise.all(
    FEATURES.map(({ shownAmong }) => shownAmong?.(tx, ids) ?? new Set<string>()),
  );
  return new Set(shown.flatMap((ids) => [...ids]));
};
