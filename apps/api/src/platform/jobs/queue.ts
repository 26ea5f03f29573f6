import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, run, type TaskList } from 'graphile-worker';
import type { Db } from '../db/client.ts';

export interface JobContext {
  /** The same at each try of one job. */
  jobId: string;
}

/** Thrown by a job that would fail the same way every time: it is not tried again, and kept as failed. */
export class JobFailedForGood extends Error {}

/** The work of one kind of job. Throwing makes the queue try again, later and later, for about three days. */
export type JobHandler = (payload: never, context: JobContext) => Promise<void>;

/** Jobs wait 2 s at most to be noticed when the database's notification is lost. */
const POLL_INTERVAL = 2_000;
const MAX_ATTEMPTS = 20;

/** Minutes after which a job's worker must have died; none of our jobs takes as long. The library waits 4 h. */
const LEASE = 5;

/**
 * Puts a job in the queue, as part of the transaction when `db` is one: it exists if and only if the rest is
 * committed.
 */
export async function enqueue(db: Db, name: string, payload: object): Promise<void> {
  await db.execute(
    sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts := ${MAX_ATTEMPTS})`,
  );
}

/** The same for many jobs of one kind, by one statement. */
export async function enqueueAll(db: Db, name: string, payloads: readonly object[]): Promise<void> {
  await db.execute(sql`select graphile_worker.add_job(${name}, payload, max_attempts := ${MAX_ATTEMPTS})
    from json_array_elements(${JSON.stringify(payloads)}::json) as payload`);
}

/** Gives back the jobs of workers that died while at them. */
export async function releaseLostJobs(db: Db): Promise<void> {
  await db.execute(sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_at < now() - ${LEASE} * interval '1 minute'`);
}

export interface Worker {
  isRunning(): boolean;
  /** Waits for the jobs under way. */
  stop(): Promise<void>;
}

/** Works on the queue until stopped. `schedule` lines are crontab's, in UTC. */
export async function startWorker(
  url: string,
  handlers: Readonly<Record<string, JobHandler>>,
  schedule: string,
  log: FastifyBaseLogger,
): Promise<Worker> {
  const taskList: TaskList = {};
  for (const [name, handler] of Object.entries(handlers))
    taskList[name] = async (payload, { job, query }) => {
      try {
        await handler(payload as never, { jobId: job.id });
      } catch (error) {
        if (error instanceof JobFailedForGood) await query(LAST_ATTEMPT, [job.id]);
        throw error;
      }
    };
  const runner = await run({
    connectionString: url,
    taskList,
    crontab: schedule,
    concurrency: 4,
    maxPoolSize: 4,
    noHandleSignals: true,
    pollInterval: POLL_INTERVAL,
    logger: quiet(log),
  });
  let running = true;
  const ended = runner.promise.then(
    () => (running = false),
    (error: unknown) => {
      running = false;
      log.error({ err: error }, 'the job queue stopped');
    },
  );
  return {
    isRunning: () => running,
    stop: async () => {
      if (running) await runner.stop();
      await ended;
    },
  };
}

const LAST_ATTEMPT = 'update graphile_worker._private_jobs set max_attempts = attempts where id = $1';

/** The library's own log lines: its warnings and failures, without the chatter. */
const quiet = (log: FastifyBaseLogger) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ queue: message }, 'job queue');
  });
