import { type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, run, type TaskList } from 'graphile-worker';
import { Pool } from 'pg';
import type { Db } from '../db/client.ts';
import { loggable } from '../db/errors.ts';
import { faults, jobAttempts } from '../measures.ts';
import { activeSpan, inSpan, startTrace } from '../tracing.ts';

export interface JobContext {
  /** The same for every attempt of a job. */
  jobId: string;
}

/** Thrown by a job that would fail the same way every time: it is stored as failed and not retried. */
export class JobFailedForGood extends Error {}

/** Handler of one kind of job. An error makes the queue retry, with growing delays, for about three days. */
export type JobHandler = (payload: never, context: JobContext) => Promise<void>;

/** Maximum delay of a job when the database's notification is lost: 2 s. */
const POLL_INTERVAL = 2_000;
const MAX_ATTEMPTS = 20;

/**
 * Minutes after which a job's worker counts as dead; the library waits 4 h. A job that takes longer runs twice
 * concurrently, which must be harmless.
 */
const LEASE_MINUTES = 5;

/** Maximum wait of the queue for a connection, or for the answer to a query, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Seconds after which a connection is replaced: an unresponsive one would be reused indefinitely. */
const LIFETIME = 30;

/** Days for which a permanently failed job is kept. */
export const FAILED_DAYS = 30;

/**
 * Adds a job to the queue, as part of the transaction if `db` is one: it exists if and only if that commits.
 */
export async function enqueue(db: Db, name: string, payload: object): Promise<void> {
  await db.execute(
    sql`select graphile_worker.add_job(${name}, ${JSON.stringify(withTrace(payload))}::json, max_attempts := ${MAX_ATTEMPTS})`,
  );
}

/** The same for a job that runs at a time, or soon after. */
export async function enqueueAt(db: Db, name: string, payload: object, at: Date): Promise<void> {
  await db.execute(sql`select graphile_worker.add_job(${name}, ${JSON.stringify(withTrace(payload))}::json,
    run_at := ${at.toISOString()}::timestamptz, max_attempts := ${MAX_ATTEMPTS})`);
}

/** The same for many jobs of one kind, in one statement. */
export async function enqueueAll(db: Db, name: string, payloads: readonly object[]): Promise<void> {
  await db.execute(sql`select graphile_worker.add_job(${name}, payload, max_attempts := ${MAX_ATTEMPTS})
    from json_array_elements(${JSON.stringify(payloads.map(withTrace))}::json) as payload`);
}

/** Adds the trace of the active span, which the job continues, unless there is none. */
const withTrace = (payload: object): object => {
  const traceparent = activeSpan()?.traceparent;
  return traceparent ? { ...payload, traceparent } : payload;
};

/** Releases the jobs of dead workers. */
export async function releaseAbandonedJobs(db: Db): Promise<void> {
  await db.execute(sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_at < now() - ${LEASE_MINUTES} * interval '1 minute'`);
}

/** Deletes old jobs that failed permanently, as their payloads contain addresses. */
export async function deleteFailedJobs(db: Db): Promise<void> {
  await db.execute(sql`delete from graphile_worker._private_jobs where attempts >= max_attempts
    and locked_at is null and run_at < now() - ${FAILED_DAYS} * interval '1 day'`);
}

const DUE = sql`graphile_worker._private_jobs where locked_at is null and attempts < max_attempts and run_at <= now()`;

async function readNumber(db: Db, query: SQL): Promise<number> {
  const [row] = await db.execute<{ value: number }>(query);
  return row?.value ?? 0;
}

export const countDueJobs = (db: Db): Promise<number> =>
  readNumber(db, sql`select count(*)::int as value from ${DUE}`);

export const secondsOfOldestDueJob = (db: Db): Promise<number> =>
  readNumber(
    db,
    sql`select coalesce(extract(epoch from now() - min(run_at)), 0)::float as value from ${DUE}`,
  );

export const countFailedJobs = (db: Db): Promise<number> =>
  readNumber(
    db,
    sql`select count(*)::int as value from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null`,
  );

export interface Worker {
  isRunning(): boolean;
  /** Waits for running jobs. */
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
    taskList[name] = async (content, { job, query }) => {
      const { traceparent, ...payload } = content as { traceparent?: string };
      const span = startTrace({ kind: 'consumer', name: `job ${name}` }, traceparent);
      const started = performance.now();
      const ended = (outcome: 'done' | 'failed', error?: Error) => {
        jobAttempts.publish({ task: name, outcome, seconds: (performance.now() - started) / 1000 });
        span?.end({ error: error?.name });
      };
      try {
        await inSpan(span, () => handler(payload as never, { jobId: job.id }));
        ended('done');
      } catch (error) {
        ended('failed', error as Error);
        const isForGood = error instanceof JobFailedForGood;
        if (isForGood || job.attempts >= job.max_attempts)
          faults.publish({ error, where: `job ${name}`, tags: { job_id: job.id } });
        if (isForGood) await query(LAST_ATTEMPT, [job.id]);
        throw withoutValues(error);
      }
    };
  const pool = openPool(url, log);
  const runner = await run({
    pgPool: pool,
    taskList,
    crontab: schedule,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: POLL_INTERVAL,
    logger: quiet(log),
  }).catch(async (error: unknown) => {
    await pool.end();
    throw error;
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
      await pool.end();
    },
  };
}

/** The library's own pool waits forever for a server that vanished, and the queue with it. */
function openPool(connectionString: string, log: FastifyBaseLogger): Pool {
  const pool = new Pool({
    connectionString,
    max: 4,
    keepAlive: true,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    maxLifetimeSeconds: LIFETIME,
  });
  const warn = (err: Error) => log.warn({ err }, 'job queue');
  return pool.on('error', warn).on('connect', (client) => client.on('error', warn));
}

const LAST_ATTEMPT = 'update graphile_worker._private_jobs set max_attempts = attempts where id = $1';

/** The library logs and stores error messages unchanged. */
function withoutValues(error: unknown): Error {
  const { message, stack } = loggable(error as Error);
  return Object.assign(new Error(message), { stack });
}

/** Logs only warnings and failures of the library. */
const quiet = (log: FastifyBaseLogger) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ queue: message }, 'job queue');
  });
