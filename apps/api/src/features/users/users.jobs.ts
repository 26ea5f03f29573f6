import { createSecretToken } from '../../platform/auth/secret-tokens.ts';
import type { MailJobDeps } from '../../platform/deps.ts';
import type { JobContext } from '../../platform/jobs/queue.ts';
import { createPasswordLink } from '../login/login.service.ts';
import { emailChangedMail, newAccountMail } from './users.mail.ts';
import { findUser, setEmailChangeToken } from './users.queries.ts';
import { UNDO_HOURS } from './users.service.ts';

/** Hours in which somebody whose account an administrator made can choose a password. */
const INVITATION_HOURS = 72;

/**
 * The mails about accounts. Their tokens are made here and not where the job is queued: so none is ever in
 * the database but as a hash, and a mail that is tried again carries a token that works.
 */
export const usersJobs = (deps: MailJobDeps) => ({
  'users.new_account_mail': async ({ user_id }: { user_id: string }, { jobId }: JobContext) => {
    const [user] = await findUser(deps.db, { id: user_id });
    if (!user) return;
    const url = await createPasswordLink(deps, user.id, INVITATION_HOURS);
    const { email, locale } = user;
    await deps.mail(
      email,
      jobId,
      newAccountMail({ projectName: deps.config.PROJECT_NAME, locale, email, url, hours: INVITATION_HOURS }),
    );
  },

  'users.email_changed_mail': async ({ id }: { id: string }, { jobId }: JobContext) => {
    const { token, hash } = createSecretToken();
    const [change] = await setEmailChangeToken(deps.db, id, hash);
    const [user] = change ? await findUser(deps.db, { id: change.user_id }) : [];
    if (!change || !user) return;
    await deps.mail(
      change.old_email,
      jobId,
      emailChangedMail({
        projectName: deps.config.PROJECT_NAME,
        locale: user.locale,
        oldEmail: change.old_email,
        newEmail: change.new_email,
        url: `${deps.frontendHost}/undo-email-change?token=${token}`,
        hours: UNDO_HOURS,
      }),
    );
  },
});
