import { loginJobs } from './features/login/login.jobs.ts';
import { deleteExpiredPasswordTokens } from './features/login/login.queries.ts';
import { deleteExpiredSessions } from './features/sessions/sessions.queries.ts';
import { usersJobs } from './features/users/users.jobs.ts';
import { deleteExpiredEmailChanges } from './features/users/users.queries.ts';
import { utilsJobs } from './features/utils/utils.jobs.ts';
import type { Deps, MailJobDeps } from './platform/deps.ts';
import { deleteElapsedWindows } from './platform/http/limiter.ts';
import type { JobHandler } from './platform/jobs/queue.ts';

/** Every kind of background job. */
export const jobs = (deps: MailJobDeps): Record<string, JobHandler> => ({
  ...loginJobs(deps),
  ...usersJobs(deps),
  ...utilsJobs(deps),
  housekeeping: () => deleteWhatExpired(deps),
});

/** When jobs start by themselves, in crontab's notation and UTC. */
export const SCHEDULE = '*/10 * * * * housekeeping';

async function deleteWhatExpired({ db, now }: Deps): Promise<void> {
  const time = now();
  await deleteExpiredSessions(db, time);
  await deleteExpiredPasswordTokens(db, time);
  await deleteExpiredEmailChanges(db, time);
  await deleteElapsedWindows(db);
}
