import { collectMedia } from './features/media/media.service.ts';
import { FEATURES } from './features.ts';
import { sumUpRowCounts } from './platform/db/row-counts.ts';
import type { Deps, JobDeps } from './platform/deps.ts';
import { forgetAnswers } from './platform/http/idempotency.ts';
import { deleteElapsedWindows } from './platform/http/limiter.ts';
import { type JobHandler, releaseLostJobs } from './platform/jobs/queue.ts';
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
    await sumUpRowCounts(deps.db);
    for (const { sumUpCounts } of FEATURES) await sumUpCounts?.(deps.db);
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

async function keepHouse(deps: Deps): Promise<void> {
  for (const { housekeeping } of FEATURES) await housekeeping?.(deps);
  // Runs last: rows deleted before no longer use their pictures.
  await collectMedia(deps, async (tx, ids) => {
    const shown = await Promise.all(
      FEATURES.map(({ shownAmong }) => shownAmong?.(tx, ids) ?? new Set<string>()),
    );
    return new Set(shown.flatMap((ids) => [...ids]));
  });
  await deleteOldPushes(deps.db, deps.now());
  await forgetAnswers(deps.db);
}
