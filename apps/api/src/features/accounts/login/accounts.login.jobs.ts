import type { JobDeps } from '../../../platform/deps.ts';
import type { JobContext } from '../../../platform/jobs/queue.ts';
import { isActive } from '../accounts.users.table.ts';
import { findUserByEmail } from '../users/accounts.users.service.ts';
import { writeRecoveryMail } from './accounts.login.service.ts';

export const loginJobs = (deps: JobDeps) => ({
  /** The address may have no account: the request does not look it up, so that its response reveals nothing. */
  'login.recovery_mail': async ({ email }: { email: string }, { jobId }: JobContext) => {
    const user = await findUserByEmail(deps.db, email);
    if (!user || !isActive(user, deps.now())) return;
    await deps.mail(user.email, jobId, await writeRecoveryMail(deps, user));
  },
});
