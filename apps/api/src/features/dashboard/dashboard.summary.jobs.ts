import type { JobDeps } from '../../platform/deps.ts';
import { enqueueAll, type JobContext } from '../../platform/jobs/queue.ts';
import {
  claimSummaries,
  findSummaryReader,
  unsubscribeToken,
} from '../accounts/accounts.preferences.service.ts';
import { summaryMail } from './dashboard.summary.mail.ts';
import { dueMonday, readWeek } from './dashboard.summary.service.ts';

interface SummaryJob {
  user_id: string;
  /** The day after the week. */
  monday: string;
}

export const summaryJobs = (deps: JobDeps) => ({
  /** Runs often, and sends each week's once. */
  weekly_summaries: async () => {
    const { db, config, now } = deps;
    const monday = dueMonday(now(), config.TIME_ZONE);
    if (monday === undefined) return;
    await db.transaction(async (tx) => {
      const readers = await claimSummaries(tx, monday, now());
      const summaries = readers.map(({ user_id }): SummaryJob => ({ user_id, monday }));
      await enqueueAll(tx, 'dashboard.weekly_summary_mail', summaries);
    });
  },

  'dashboard.weekly_summary_mail': async ({ user_id, monday }: SummaryJob, { jobId }: JobContext) => {
    const { db, config, now, mail, frontendHost } = deps;
    const reader = await findSummaryReader(db, user_id, now());
    if (!reader) return;
    const token = unsubscribeToken(deps, user_id);
    const content = summaryMail({
      projectName: config.PROJECT_NAME,
      locale: reader.locale,
      week: await readWeek({ db, config, now: now() }, monday),
      frontendHost,
      unsubscribeUrl: `${frontendHost}/unsubscribe?token=${token}`,
    });
    const unsubscribeUrl = `${frontendHost}/api/v1/preferences/unsubscribe?token=${token}`;
    await mail(reader.email, jobId, { ...content, unsubscribeUrl });
  },
});
