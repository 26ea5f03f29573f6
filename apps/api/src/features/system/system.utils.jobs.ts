import type { Locale } from '@agora/contract/shared/locale';
import type { JobDeps } from '../../platform/deps.ts';
import type { JobContext } from '../../platform/jobs/queue.ts';
import { testMail } from './system.utils.mail.ts';

export const utilsJobs = ({ mail, config }: JobDeps) => ({
  'utils.test_mail': async ({ email, locale }: { email: string; locale: Locale }, { jobId }: JobContext) =>
    mail(email, jobId, testMail({ projectName: config.PROJECT_NAME, locale, email })),
});
