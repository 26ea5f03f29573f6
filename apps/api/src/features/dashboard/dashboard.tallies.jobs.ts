import type { JobDeps } from '../../platform/deps.ts';
import { sumUpStatistics } from './dashboard.tallies.service.ts';

export const talliesJobs = (deps: JobDeps) => ({
  sum_up_statistics: () => sumUpStatistics(deps),
});
