import { createSecretToken } from '../../../platform/auth/secret-tokens.ts';
import type { Deps, JobDeps } from '../../../platform/deps.ts';
import type { JobContext } from '../../../platform/jobs/queue.ts';
import {
  confirmEmailMail,
  emailChangedMail,
  emailPendingMail,
  newAccountMail,
  promotedMail,
} from '../accounts.users.mail.ts';
import type { User } from '../accounts.users.table.ts';
import { invitationEnd } from '../login/accounts.invitation.service.ts';
import { createPasswordLink } from '../login/accounts.login.service.ts';
import { completeSignUp, type SignUp } from '../login/accounts.signup.service.ts';
import { secondFactorMail } from '../second-factor/accounts.second-factor.mail.ts';
import type { FactorChange } from '../second-factor/accounts.second-factor.rules.ts';
import { setConfirmToken, setUndoToken } from '../security/accounts.email.queries.ts';
import { EMAIL_CHANGE_HOURS } from '../security/accounts.email.service.ts';
import { newDeviceMail, passwordChangedMail, signupMail } from '../security/accounts.security.mail.ts';
import { eraseTrashed } from './accounts.lifecycle.service.ts';
import { findUser } from './accounts.users.queries.ts';

const HOUR = 3_600_000;

interface NewAccountJob {
  user_id: string;
  /** Expiry of the invitation. The job is obsolete when the account has another invitation, or none. */
  invitation?: string | null;
}

interface PromotedJob {
  recipient_id: string;
  promoted: string;
  actor: string;
}

interface EmailChangeJob {
  id: string;
  /** Absent in jobs of earlier versions, whose changes took effect at once. */
  is_pending?: boolean;
}

interface OwnerJob {
  user_id: string;
}

interface NewDeviceJob extends OwnerJob {
  ip: string;
  user_agent: string;
  at: string;
}

interface FactorJob extends OwnerJob {
  change: FactorChange;
  /** Of the passkey or provider that it is about. */
  name?: string;
}

async function toOwner({ db, config, frontendHost }: Deps, id: string, path: string) {
  const [user] = await findUser(db, { id });
  if (!user) return undefined;
  const { email, locale } = user;
  return { email, locale, projectName: config.PROJECT_NAME, url: `${frontendHost}${path}` };
}

const emailChange = (
  { PROJECT_NAME: projectName }: Deps['config'],
  { locale }: Pick<User, 'locale'>,
  change: { old_email: string; new_email: string },
  url: string,
) => ({
  projectName,
  locale,
  oldEmail: change.old_email,
  newEmail: change.new_email,
  url,
  hours: EMAIL_CHANGE_HOURS,
});

/**
 * Mails about accounts. The job creates their tokens, not the request: the database only ever stores hashes,
 * and a retried mail has a valid token.
 */
export const usersJobs = (deps: JobDeps) => ({
  'users.new_account_mail': async (job: NewAccountJob, { jobId }: JobContext) => {
    const [user] = await findUser(deps.db, { id: job.user_id });
    if (!user || (user.invitation_expires_at?.toISOString() ?? null) !== (job.invitation ?? null)) return;
    const now = deps.now();
    const expires_at = user.invitation_expires_at ?? invitationEnd(now);
    const hours = Math.round((expires_at.getTime() - now.getTime()) / HOUR);
    if (hours < 1) return;
    const url = await createPasswordLink(deps, user, expires_at);
    const { email, locale } = user;
    const projectName = deps.config.PROJECT_NAME;
    await deps.mail(email, jobId, newAccountMail({ projectName, locale, email, url, hours }));
  },

  'users.promoted_mail': async (job: PromotedJob, { jobId }: JobContext) => {
    const [recipient] = await findUser(deps.db, { id: job.recipient_id });
    if (!recipient) return;
    const { PROJECT_NAME: projectName } = deps.config;
    const { promoted, actor } = job;
    await deps.mail(
      recipient.email,
      jobId,
      promotedMail({ projectName, locale: recipient.locale, promoted, actor }),
    );
  },

  'users.password_changed_mail': async ({ user_id }: OwnerJob, { jobId }: JobContext) => {
    const mail = await toOwner(deps, user_id, '/recover-password');
    if (mail) await deps.mail(mail.email, jobId, passwordChangedMail(mail));
  },

  'users.second_factor_mail': async ({ user_id, ...about }: FactorJob, { jobId }: JobContext) => {
    const mail = await toOwner(deps, user_id, '/recover-password');
    if (mail) await deps.mail(mail.email, jobId, secondFactorMail({ ...mail, ...about }));
  },

  'users.new_device_mail': async ({ user_id, ip, user_agent, at }: NewDeviceJob, { jobId }: JobContext) => {
    const mail = await toOwner(deps, user_id, '/recover-password');
    if (!mail) return;
    const { TIME_ZONE: timeZone } = deps.config;
    await deps.mail(
      mail.email,
      jobId,
      newDeviceMail({ ...mail, ip, user_agent, at: new Date(at), timeZone }),
    );
  },

  'users.erase': ({ user_id }: OwnerJob) => eraseTrashed(deps, user_id),

  'users.sign_up': (signUp: SignUp) => deps.db.transaction((tx) => completeSignUp(tx, deps.now(), signUp)),

  'users.signup_mail': async ({ user_id }: OwnerJob, { jobId }: JobContext) => {
    const mail = await toOwner(deps, user_id, '/login');
    if (mail) await deps.mail(mail.email, jobId, signupMail(mail));
  },

  'users.email_changed_mail': async ({ id, is_pending }: EmailChangeJob, { jobId }: JobContext) => {
    const { token, hash } = createSecretToken();
    const [change] = await setUndoToken(deps.db, id, hash);
    const [user] = change ? await findUser(deps.db, { id: change.user_id }) : [];
    if (!change || !user) return;
    const write = is_pending ? emailPendingMail : emailChangedMail;
    const url = `${deps.frontendHost}/undo-email-change?token=${token}`;
    await deps.mail(change.old_email, jobId, write(emailChange(deps.config, user, change, url)));
  },

  'users.confirm_email_mail': async ({ id }: EmailChangeJob, { jobId }: JobContext) => {
    const { token, hash } = createSecretToken();
    const [change] = await setConfirmToken(deps.db, id, hash);
    const [user] = change ? await findUser(deps.db, { id: change.user_id }) : [];
    if (!change || !user) return;
    const url = `${deps.frontendHost}/confirm-email-change?token=${token}`;
    await deps.mail(change.new_email, jobId, confirmEmailMail(emailChange(deps.config, user, change, url)));
  },
});
