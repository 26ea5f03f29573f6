import type { JobDeps } from '../../platform/deps.ts';
import type { JobContext } from '../../platform/jobs/queue.ts';
import { findUserByEmail } from '../users/users.service.ts';
import { isActive } from '../users/users.table.ts';
import { writeRecoveryMail } from './login.service.ts';

export const loginJobs = (deps: JobDeps) => ({
  /** The address may be unknown: the request that queued this doesn't look, so that it tells nobody. */
  'login.recovery_mail': async ({ email }: { email: string }, { jobId }: JobContext) => {
    const user = await findUserByEmail(deps.db, email);
    if (!user || !isActive(user, deps.now())) return;
    await deps.mail(user.email, jobId, await writeRecoveryMail(deps, user));
  },
});
