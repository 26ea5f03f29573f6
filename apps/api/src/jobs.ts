import { loginJobs } from './features/accounts/login/accounts.login.jobs.ts';
import { deleteExpiredPasswordTokens } from './features/accounts/login/accounts.login.queries.ts';
import { deleteExpiredEmailChanges } from './features/accounts/security/accounts.email.queries.ts';
import { forgetOldNetworks } from './features/accounts/sessions/accounts.networks.service.ts';
import { endOldSessions } from './features/accounts/sessions/accounts.sessions.service.ts';
import { emptyUserTrash } from './features/accounts/users/accounts.lifecycle.service.ts';
import { usersJobs } from './features/accounts/users/accounts.users.jobs.ts';
import { forgetAuditLogs } from './features/audit/audit.queries.ts';
import { pushedAmong } from './features/broadcasts/broadcasts.queries.ts';
import { broadcastsJobs } from './features/broadcasts/sending/broadcasts.jobs.ts';
import { deleteExpiredDailyMessages } from './features/daily-messages/daily-messages.queries.ts';
import { sumUpDeviceCounts } from './features/devices/devices.queries.ts';
import { deleteExpiredItems } from './features/items/items.queries.ts';
import { collectMedia, findStrayMedia } from './features/media/media.service.ts';
import { collectImages, findStrayImages } from './features/messages/images/messages.images.service.ts';
import { messagesJobs } from './features/messages/messages.jobs.ts';
import { giveUpMails } from './features/messages/messages.queries.ts';
import { deleteExpiredNews, shownAmong } from './features/news/news.queries.ts';
import { utilsJobs } from './features/system/system.utils.jobs.ts';
import { sumUpRowCounts } from './platform/db/row-counts.ts';
import type { Deps, JobDeps } from './platform/deps.ts';
import { forgetAnswers } from './platform/http/idempotency.ts';
import { deleteElapsedWindows } from './platform/http/limiter.ts';
import { type JobHandler, releaseLostJobs } from './platform/jobs/queue.ts';
import { deleteOldPushes } from './platform/push/local.ts';

/** Every kind of background job. */
export const jobs = (deps: JobDeps): Record<string, JobHandler> => ({
  ...broadcastsJobs(deps),
  ...loginJobs(deps),
  ...messagesJobs(deps),
  ...usersJobs(deps),
  ...utilsJobs(deps),
  housekeeping: () => deleteWhatExpired(deps),
  find_stray_files: async () => {
    await findStrayMedia(deps);
    await findStrayImages(deps);
  },
  delete_elapsed_windows: () => deleteElapsedWindows(deps.db),
  release_lost_jobs: () => releaseLostJobs(deps.db),
  sum_up_row_counts: async () => {
    await sumUpRowCounts(deps.db);
    await sumUpDeviceCounts(deps.db);
  },
});

/** When jobs start by themselves, in crontab's notation and UTC. */
export const SCHEDULE = [
  '*/10 * * * * housekeeping',
  '43 3 * * * find_stray_files',
  '*/5 * * * * read_push_receipts',
  '* * * * * make_daily_pushes',
  '* * * * * delete_elapsed_windows',
  '* * * * * release_lost_jobs',
  '* * * * * sum_up_row_counts',
].join('\n');

async function deleteWhatExpired(deps: Deps): Promise<void> {
  const { db, now } = deps;
  const time = now();
  await endOldSessions(deps);
  await forgetOldNetworks(db, time);
  await deleteExpiredPasswordTokens(db, time);
  await deleteExpiredEmailChanges(db, time);
  await deleteExpiredItems(db, time);
  await deleteExpiredDailyMessages(db, time);
  await deleteExpiredNews(db, time);
  await collectMedia(
    deps,
    async (tx, ids) => new Set([...(await shownAmong(tx, ids)), ...(await pushedAmong(tx, ids))]),
  );
  await giveUpMails(db, time);
  await deleteOldPushes(db, time);
  await forgetAnswers(db);
  await emptyUserTrash(deps);
  await collectImages(deps);
  await forgetAuditLogs(db);
}
