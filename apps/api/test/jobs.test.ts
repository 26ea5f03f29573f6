import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { releaseAbandonedJobs } from '../src/platform/jobs/queue.ts';
import { eventually, useService } from './harness.ts';

const service = useService({ worker: true });

/** Number of rows, or undefined if it is not yet the expected one. */
const hasRows = async (expected: number, query: ReturnType<typeof sql>) =>
  (await service().db.execute(query)).length === expected || undefined;

describe('housekeeping', () => {
  it('continues housekeeping after a failed part, reports the failures and retries them later', async () => {
    const { db, config } = service();
    const folder = config.MEDIA_DIR ?? '';
    const [image, picture, push] = [randomUUID(), randomUUID(), randomUUID()];
    await db.execute(sql`insert into message_images (id, width, height, bytes, created_at)
      values (${image}, 1, 1, 1, now())`);
    await db.execute(sql`insert into media (id, width, height, created_at, sent_at, has_files)
      values (${picture}, 1, 1, now(), now() - interval '1 hour', false)`);
    await db.execute(sql`insert into local_pushes (id, provider, token, collapse_id, locale, title, body, created_at)
      values (${push}, 'fcm', 'x', 'x', 'fr', 'x', 'x', now() - interval '2 days')`);
    // Simulates missing storage: nothing can be deleted below a file.
    await rename(folder, `${folder}-away`);
    await writeFile(folder, '');
    await db.execute(sql`select graphile_worker.add_job('housekeeping')`);
    const failed = await eventually(async () => {
      const [job] = await db.execute<{ last_error: string }>(sql`select last_error from graphile_worker.jobs
        where task_identifier = 'housekeeping' and last_error is not null`);
      return job;
    });
    expect(failed.last_error.split('\n')).toEqual([
      expect.stringContaining(image),
      expect.stringContaining(picture),
    ]);
    expect(await hasRows(0, sql`select from local_pushes where id = ${push}`)).toBe(true);
    expect(await hasRows(1, sql`select from message_images where id = ${image}`)).toBe(true);

    await rm(folder);
    await rename(`${folder}-away`, folder);
    await db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
    await eventually(() => hasRows(0, sql`select from message_images where id = ${image}`));
    await eventually(() => hasRows(0, sql`select from media where id = ${picture}`));
  });

  it('erases the other expired accounts when erasing an account fails, and continues housekeeping', async () => {
    const t = service();
    const [stuck, old] = [await t.member(), await t.member()];
    await t.db.execute(sql`create function stay() returns trigger language plpgsql as $$ begin
      raise 'stays';
    end $$`);
    await t.db.execute(sql`create trigger stay before delete on users
      for each row when (old.full_name = 'Stuck') execute function stay()`);
    await t.db.execute(sql`update users set full_name = 'Stuck' where id = ${stuck.id}`);
    await t.db.execute(sql`update users set deleted_at = now() - interval '31 days'
      where id in (${stuck.id}, ${old.id})`);
    const push = randomUUID();
    await t.db.execute(sql`insert into local_pushes (id, provider, token, collapse_id, locale, title, body, created_at)
      values (${push}, 'fcm', 'x', 'x', 'fr', 'x', 'x', now() - interval '2 days')`);
    await t.db.execute(sql`select graphile_worker.add_job('housekeeping')`);
    const failed = await eventually(async () => {
      const [job] = await t.db.execute<{ last_error: string }>(sql`select last_error from graphile_worker.jobs
        where task_identifier = 'housekeeping' and last_error is not null`);
      return job;
    });
    expect(failed.last_error).toBe(`Account ${stuck.id} was not erased: stays`);
    expect(await hasRows(0, sql`select from users where id = ${old.id}`)).toBe(true);
    expect(await hasRows(0, sql`select from local_pushes where id = ${push}`)).toBe(true);

    await t.db.execute(sql`drop trigger stay on users`);
    await t.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
    await eventually(() => hasRows(0, sql`select from users where id = ${stuck.id}`));
  });

  it('deletes jobs that failed permanently thirty days ago', async () => {
    const { db } = service();
    for (const [key, days, attempts] of [
      ['failed', 31, 20],
      ['failed lately', 29, 20],
      ['waiting', 31, 19],
    ] as const) {
      // An unknown task: the worker runs none of these jobs.
      await db.execute(sql`select graphile_worker.add_job('unknown', job_key := ${key}, max_attempts := 20,
        run_at := now() - ${days}::int * interval '1 day')`);
      await db.execute(
        sql`update graphile_worker._private_jobs set attempts = ${attempts} where key = ${key}`,
      );
    }
    await db.execute(sql`select graphile_worker.add_job('housekeeping')`);
    await eventually(() => hasRows(2, sql`select from graphile_worker._private_jobs where key is not null`));
    const left = await db.execute(
      sql`select key from graphile_worker._private_jobs where key is not null order by key`,
    );
    expect([...left]).toEqual([{ key: 'failed lately' }, { key: 'waiting' }]);
  });
});

it('releases a job that another worker has locked for more than five minutes', async () => {
  const { db } = service();
  for (const [key, minutes] of [
    ['lost', 6],
    ['running', 4],
  ] as const) {
    await db.execute(sql`select graphile_worker.add_job('unknown', job_key := ${key})`);
    await db.execute(sql`update graphile_worker._private_jobs
      set locked_by = 'another worker', locked_at = now() - ${minutes}::int * interval '1 minute' where key = ${key}`);
  }
  await releaseAbandonedJobs(db);
  expect(
    await db.execute(sql`select key from graphile_worker._private_jobs where locked_by = 'another worker'`),
  ).toEqual([{ key: 'running' }]);
});
