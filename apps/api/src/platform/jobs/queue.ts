import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, run, type TaskList } from 'graphile-worker';
import type { Db } from '../db/client.ts';

export interface JobContext {
  /** The same at each try of one job. */
  jobId: string;
}

/** The work of one kind of job. Throwing makes the queue try again, later and later, for about three days. */
export type JobHandler = (payload: never, context: JobContext) => Promise<void>;

/** Jobs wait 2 s at most to be noticed when the database's notification is lost. */
const POLL_INTERVAL = 2_000;
const MAX_ATTEMPTS = 20;

/**
 * Puts a job in the queue, as part of the transaction when `db` is one: it exists if and only if the rest is
 * committed.
 */
export async function enqueue(db: Db, name: string, payload: object): Promise<void> {
  await db.execute(
    sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts := ${MAX_ATTEMPTS})`,
  );
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
    taskList[name] = (payload, { job }) => handler(payload as never, { jobId: job.id });
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

/** The library's own log lines: its warnings and failures, without the chatter. */
const quiet = (log: FastifyBaseLogger) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ queue: message }, 'job queue');
  });
