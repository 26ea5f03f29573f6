import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { lastBackupSeconds } from '../backup/backup.queries.ts';
import type { Db } from '../db/client.ts';
import type { PoolUse } from '../db/gate.ts';
import { StartError } from '../errors.ts';
import { countDueJobs, countFailedJobs, secondsOfOldestDueJob } from '../jobs/queue.ts';
import { eventStreams, jobAttempts, mailAttempts, pushAnswers, responses } from '../measures.ts';

/** A figure that is read from the database at each scrape, the same in every process. */
export interface DatabaseGauge {
  name: string;
  help: string;
  /** Undefined if there is no value yet. */
  read: (db: Db) => Promise<number | undefined>;
}

interface MetricsDeps {
  db: Db;
  pools: Readonly<Record<string, () => PoolUse>>;
  gauges: readonly DatabaseGauge[];
  log: FastifyBaseLogger;
}

/** Upper limits of the buckets of durations, in seconds: of responses, and of jobs. */
const RESPONSE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

const OWN_GAUGES: readonly DatabaseGauge[] = [
  { name: 'agora_jobs_due', help: 'Jobs that could run now.', read: countDueJobs },
  {
    name: 'agora_jobs_oldest_due_seconds',
    help: 'Time for which the oldest job that could run has waited.',
    read: secondsOfOldestDueJob,
  },
  {
    name: 'agora_jobs_failed',
    help: 'Jobs that failed for good within the last 30 days.',
    read: countFailedJobs,
  },
  {
    name: 'agora_last_backup_timestamp_seconds',
    help: 'When the last good backup began, in seconds since 1970.',
    read: lastBackupSeconds,
  },
];

/**
 * Serves the metrics of this process in the text format of Prometheus, at `/metrics` of a port of their own: it has no
 * access control.
 * @throws {StartError} if it cannot listen there
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  deps: MetricsDeps,
): Promise<{ close(): void }> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  countEvents(register);
  register.registerMetric(poolGauge(deps.pools));
  for (const gauge of [...OWN_GAUGES, ...deps.gauges]) register.registerMetric(databaseGauge(gauge, deps));
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    void register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      (err: unknown) => {
        deps.log.error({ err }, 'the metrics could not be collected');
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new StartError(`The metrics can't listen there (${error.message}): check METRICS_PORT.`);
  });
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function countEvents(register: Registry): void {
  const registers = [register];
  const duration = new Histogram({
    name: 'agora_http_response_seconds',
    help: 'Duration of responses by route pattern. Event streams are not included.',
    labelNames: ['method', 'route', 'status'],
    buckets: RESPONSE_BUCKETS,
    registers,
  });
  responses.subscribe(({ seconds, ...labels }) => duration.observe(labels, seconds));
  const jobs = new Histogram({
    name: 'agora_job_seconds',
    help: 'Duration of attempts of jobs.',
    labelNames: ['task', 'outcome'],
    buckets: JOB_BUCKETS,
    registers,
  });
  jobAttempts.subscribe(({ seconds, ...labels }) => jobs.observe(labels, seconds));
  const mails = new Counter({
    name: 'agora_mails_total',
    help: 'Attempts to send a mail: sent, failed and to be retried, or refused for good.',
    labelNames: ['outcome'],
    registers,
  });
  mailAttempts.subscribe((labels) => mails.inc(labels));
  const pushes = new Counter({
    name: 'agora_push_answers_total',
    help: 'Answers of push providers to messages.',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  pushAnswers.subscribe(({ count, ...labels }) => pushes.inc(labels, count));
  const streams = new Gauge({ name: 'agora_event_streams', help: 'Open event streams.', registers });
  eventStreams.subscribe(({ change }) => streams.inc(change));
}

const poolGauge = (pools: MetricsDeps['pools']): Gauge =>
  new Gauge({
    registers: [],
    name: 'agora_database_statements',
    help: 'Statements and transactions that use a connection pool of this process, or wait for a connection.',
    labelNames: ['pool', 'state'],
    collect() {
      for (const [pool, use] of Object.entries(pools))
        for (const [state, count] of Object.entries(use())) this.set({ pool, state }, count);
    },
  });

/** Without an answer of the database a figure is absent: it does not keep an outdated value. */
const databaseGauge = ({ read, ...options }: DatabaseGauge, { db, log }: MetricsDeps): Gauge =>
  new Gauge({
    registers: [],
    ...options,
    async collect() {
      this.remove();
      await read(db).then(
        (value) => value !== undefined && this.set(value),
        (err: unknown) => log.warn({ err, metric: options.name }, 'a metric could not be read'),
      );
    },
  });
