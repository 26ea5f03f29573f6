import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { momentOf } from '../../platform/db/moment.ts';
import { isActiveAt } from '../accounts/accounts.users.table.ts';

/** Minutes after which a job that should have run counts as late. */
const LATE_MINUTES = 5;

/**
 * Troubles that the database knows of: errors of paused broadcasts, jobs that wait too long, mails that failed and
 * are tried again. One that failed for good tells of its recipient, or of long ago.
 */
export async function findTroubles(db: Db, now: Date) {
  const [row] = await db.execute<{
    push_errors: string[];
    are_jobs_late: boolean;
    do_mails_fail: boolean;
  }>(sql`
    select
      to_json(array(select distinct last_error from broadcasts where status = 'paused' and last_error is not null))
        as push_errors,
      exists (select from graphile_worker.jobs where attempts < max_attempts and locked_at is null
        and run_at < ${momentOf(now)} - ${LATE_MINUTES}::int * interval '1 minute') as are_jobs_late,
      exists (select from graphile_worker.jobs
        where last_error is not null and attempts < max_attempts and task_identifier like '%mail%') as do_mails_fail`);
  return row ?? { push_errors: [], are_jobs_late: false, do_mails_fail: false };
}

/** Which first steps the content shows as done. An invited administrator can't sign in before they accept. */
export async function findSteps(db: Db, now: Date) {
  const [row] = await db.execute<{ message: boolean; article: boolean; admin: boolean }>(sql`
    select
      exists (select from daily_messages where status = 'ready' and deleted_at is null) as message,
      exists (select from news_live) as article,
      (select count(*) > 1 from users where is_superuser and ${isActiveAt(now)} and deleted_at is null
        and invitation_expires_at is null) as admin`);
  return row ?? { message: false, article: false, admin: false };
}
