import { collectMedia } from './features/media/media.service.ts';
import { FEATURES } from './features.ts';
import { rowCounts } from './platform/db/row-counts.table.ts';
import { sumUpCounts } from './platform/db/row-counts.ts';
import type { Deps, JobDeps } from './platform/deps.ts';
import type { Feature, ShownAmong } from './platform/feature.ts';
import { forgetAnswers } from './platform/http/idempotency.ts';
import { deleteElapsedWindows } from './platform/http/limiter.ts';
import { forgetFailedJobs, type JobHandler, releaseLostJobs } from './platform/jobs/queue.ts';
import { deleteOldPushes } from './platform/push/local.ts';

/** Handlers of all background jobs. */
export const jobs = (deps: JobDeps): Record<string, JobHandler> => ({
  ...Object.assign({}, ...FEATURES.map((feature) => feature.jobs?.(deps))),
  housekeeping: () => keepHouse(deps),
  find_stray_files: async () => {
    for (const { findStrayFiles } of FEATURES) await findStrayFiles?.(deps);
  },
  delete_elapsed_windows: () => deleteElapsedWindows(deps.db),
  release_lost_jobs: () => releaseLostJobs(deps.db),
  sum_up_row_counts: async () => {
    for (const table of [rowCounts, ...FEATURES.flatMap(({ counts = [] }) => counts)])
      await sumUpCounts(deps.db, table);
  },
});

/** Schedule of the jobs, in crontab's notation and UTC. */
export const SCHEDULE: string = [
  '*/10 * * * * housekeeping',
  '43 3 * * * find_stray_files',
  '* * * * * delete_elapsed_windows',
  '* * * * * release_lost_jobs',
  '* * * * * sum_up_row_counts',
  ...FEATURES.flatMap(({ schedule = [] }) => schedule),
].join('\n');

const HOUSEKEEPING: readonly NonNullable<Feature['housekeeping']>[] = [
  ...FEATURES.flatMap(({ housekeeping = [] }) => housekeeping),
  // After the features: rows deleted before no longer use their pictures.
  (deps) => collectMedia(deps, shownByFeatures),
  ({ db, now }) => deleteOldPushes(db, now()),
  ({ db }) => forgetAnswers(db),
  ({ db }) => forgetFailedJobs(db),
];

/** Tries each part of the housekeeping. @throws {AggregateError} if any fails, so that the queue tries again */
async function keepHouse(deps: Deps): Promise<void> {
  const errors: Error[] = [];
  for (const part of HOUSEKEEPING)
    try {
      await part(deps);
    } catch (error) {
      errors.push(error as Error);
    }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'));
}

const shownByFeatures: ShownAmong = async (tx, ids) => {
  const shown = await Promise.all(
    FEATURES.map(({ shownAmong }) => shownAmong?.(tx, ids) ?? new Set<string>()),
  );
  return new Set(shown.flatMap((ids) => [...ids]));
};
