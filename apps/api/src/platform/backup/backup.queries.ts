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

/** The error of a backup that is to be tried again, and whether one is queued or running. */
export async function findBackupJob(db: Db): Promise<{ is_queued: boolean; is_failing: boolean }> {
  const [row] = await db.execute<{ is_queued: boolean; is_failing: boolean }>(sql`
    select count(*) > 0 as is_queued, coalesce(bool_or(last_error is not null), false) as is_failing
    from graphile_worker.jobs where task_identifier = ${BACKUP_JOB} and attempts < max_attempts`);
  return row ?? { is_queued: false, is_failing: false };
}
