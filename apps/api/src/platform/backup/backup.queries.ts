import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { lastBackup } from './backup.table.ts';

/** Name of the job that makes the nightly backup. */
export const BACKUP_JOB = 'back_up';

export async function findLastBackup(db: Db): Promise<Date | undefined> {
  const [row] = await db.select({ made_at: lastBackup.made_at }).from(lastBackup);
  return row?.made_at;
}

/** A database of an older version may not have the table yet. */
export async function saveLastBackup(db: Db, backup: { name: string; made_at: Date }): Promise<void> {
  const [found] = await db.execute(sql`select where to_regclass('last_backup') is not null`);
  if (found)
    await db
      .insert(lastBackup)
      .values(backup)
      .onConflictDoUpdate({ target: lastBackup.is_last, set: backup });
}

/** Time of the last backup in seconds since 1970; undefined if there is none. */
export async function lastBackupSeconds(db: Db): Promise<number | undefined> {
  const made_at = await findLastBackup(db);
  return made_at && made_at.getTime() / 1000;
}

/** The last good backup, and whether the next one is queued or running, and has failed since. */
export async function findBackups(db: Db): Promise<{ last?: Date; isQueued: boolean; isFailing: boolean }> {
  const [row] = await db.execute<{ last_ms: number | null; is_queued: boolean; is_failing: boolean }>(sql`
    select
      (select extract(epoch from made_at)::float8 * 1000 from last_backup) as last_ms,
      count(*) > 0 as is_queued,
      coalesce(bool_or(last_error is not null
        and updated_at > coalesce((select made_at from last_backup), '-infinity')), false) as is_failing
    from graphile_worker.jobs where task_identifier = ${BACKUP_JOB} and attempts < max_attempts`);
  const { last_ms, is_queued, is_failing } = row ?? { last_ms: null, is_queued: false, is_failing: false };
  return { ...(last_ms !== null && { last: new Date(last_ms) }), isQueued: is_queued, isFailing: is_failing };
}
