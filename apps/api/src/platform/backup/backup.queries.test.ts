import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { useService } from '../../../test/harness.ts';
import { BACKUP_JOB, findBackups, saveLastBackup } from './backup.queries.ts';

const service = useService();

it('counts backups as failing after an error of the nightly one until any later backup succeeds', async () => {
  const { db } = service();
  const isFailing = async () => (await findBackups(db)).isFailing;
  const failAt = (minutesAgo: number) =>
    db.execute(sql`update graphile_worker._private_jobs as job
      set attempts = 1, last_error = 'no space', updated_at = now() - ${minutesAgo} * interval '1 minute'
      from graphile_worker._private_tasks as task where task.id = job.task_id and task.identifier = ${BACKUP_JOB}`);
  const madeAt = (minutesAgo: number) =>
    saveLastBackup(db, { name: 'backup', made_at: new Date(Date.now() - minutesAgo * 60_000) });
  await db.execute(sql`select graphile_worker.add_job(${BACKUP_JOB}, run_at => now() + interval '1 day')`);
  expect(await isFailing()).toBe(false);
  await failAt(20);
  expect(await isFailing()).toBe(true);
  await madeAt(30);
  expect(await isFailing()).toBe(true);
  await madeAt(10);
  expect(await isFailing()).toBe(false);
  await failAt(5);
  expect(await isFailing()).toBe(true);
});
