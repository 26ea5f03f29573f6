import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { prepareDatabase } from './bootstrap.ts';
import { startSender } from './features/broadcasts/sending/broadcasts.sender.service.ts';
import { FEATURES } from './features.ts';
import { jobs, SCHEDULE } from './jobs.ts';
import { openDatabase } from './platform/db/client.ts';
import { openEvents } from './platform/db/events.ts';
import type { Deps } from './platform/deps.ts';
import { StartError } from './platform/errors.ts';
import type { Feature } from './platform/feature.ts';
import { loggerOptions, standardOutput } from './platform/http/log.ts';
import { startWorker, type Worker } from './platform/jobs/queue.ts';
import { createMailer, mailBy } from './platform/mail/transport.ts';
import { createPushProviders } from './platform/push/providers.ts';
import type { PushProviders } from './platform/push/push.ts';
import type { Config } from './platform/settings.ts';
import { checkStorage, openStorage } from './platform/storage.ts';
import { useTracer } from './platform/tracing.ts';

export interface Service {
  app: FastifyInstance;
  /** URL of the service. */
  url: string;
  /** Finishes running requests and jobs, then releases everything. */
  stop(): Promise<void>;
}

/** Starts everything: the embedded database if configured, the schema, the web server, the jobs. */
export async function startService(config: Config, now: () => Date = () => new Date()): Promise<Service> {
  const started = new AsyncDisposableStack();
  try {
    const app = await startParts(config, now, started);
    return { app, url: localUrl(config), stop: () => started.disposeAsync() };
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

/** @param started cleanups in the order of starting: the last runs first */
async function startParts(config: Config, now: () => Date, started: AsyncDisposableStack) {
  const { database, deps, push } = await startBase(config, now, started, openLog(config));
  const events = started.adopt(openEvents(database.url), ({ close }) => close());
  let worker: Worker | undefined;
  const app = await createApp(deps, {
    ...database,
    push,
    events,
    logger: { ...loggerOptions(config.LOG_LEVEL), stream: standardOutput() },
    isQueueRunning: () => config.WORKER === 'off' || (worker?.isRunning() ?? false),
  });
  const background = started.use(new AsyncDisposableStack());
  started.defer(() => app.close());
  await app.listen({ host: config.HOST, port: config.PORT }).catch(refuseAddress);
  if (config.WORKER === 'inline')
    worker = await startWork(database.url, { ...deps, push }, app.log, background);
  return app;
}

/** Starts traces and error reports, if configured. They end last, with what the other parts had to tell. */
async function observe(config: Config, log: FastifyBaseLogger, started: AsyncDisposableStack) {
  if (config.SENTRY_DSN) {
    const { reportFaults } = await import('./platform/reports/sentry.ts');
    started.adopt(reportFaults(config), ({ close }) => close());
  }
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { openTracer } = await import('./platform/tracing/otlp.ts');
    const { tracer, close } = openTracer(config, log);
    useTracer(tracer);
    started.defer(close);
  }
}

/** Starts the parts that servers and workers share. */
async function startBase(
  config: Config,
  now: () => Date,
  started: AsyncDisposableStack,
  log: FastifyBaseLogger,
) {
  await observe(config, log, started);
  const database = started.adopt(await openDatabase(config, log), ({ close }) => close());
  if (config.METRICS_PORT) {
    const { serveMetrics } = await import('./platform/metrics/metrics.ts');
    const address = { host: config.HOST, port: config.METRICS_PORT };
    const gauges = FEATURES.flatMap(({ gauges = [] }: Feature) => gauges);
    started.adopt(await serveMetrics(address, { ...database, gauges, log }), ({ close }) => close());
  }
  const storage = await openStorage(config);
  await checkStorage(storage, config, log);
  await prepareDatabase(database.url, config, now);
  const frontendHost = config.FRONTEND_HOST ?? localUrl(config);
  const deps: Deps = { config, db: database.db, now, frontendHost, storage };
  return { database, deps, push: createPushProviders(config, database.db) };
}

/** Runs the background work, jobs and broadcasts. Any number of processes may do so. */
async function startWork(
  url: string,
  deps: Deps & { push: PushProviders },
  log: FastifyBaseLogger,
  started: AsyncDisposableStack,
): Promise<Worker> {
  const mailer = started.adopt(createMailer(deps.config, deps.db), ({ close }) => close());
  const domain = new URL(deps.frontendHost).hostname;
  const mail = mailBy(mailer, domain);
  const worker = await startWorker(url, jobs({ ...deps, url, mail }), SCHEDULE, log);
  started.defer(() => worker.stop());
  started.adopt(startSender(deps, log), (sender) => sender.stop());
  return worker;
}

/** Starts a process for background work only, beside servers with WORKER=off. */
export async function startWorkProcess(
  config: Config,
  now: () => Date = () => new Date(),
): Promise<Pick<Service, 'stop'> & { log: FastifyBaseLogger }> {
  const started = new AsyncDisposableStack();
  const log = openLog(config);
  try {
    const { database, deps, push } = await startBase(config, now, started, log);
    await startWork(database.url, { ...deps, push }, log, started);
    return { log, stop: () => started.disposeAsync() };
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

const openLog = ({ LOG_LEVEL }: Config) => pino(loggerOptions(LOG_LEVEL), standardOutput());

/** Returns the URL to open in a browser on this machine. */
function localUrl({ HOST, PORT }: Config): string {
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(HOST) ? 'localhost' : HOST;
  return `http://${host}:${PORT}`;
}

function refuseAddress(error: NodeJS.ErrnoException & { port?: number }): never {
  if (error.code === 'EADDRINUSE')
    throw new StartError(
      `Port ${error.port} is taken by another program, or by a service started before. Stop it, or set PORT.`,
    );
  throw new StartError(`The service can't listen there (${error.message}): check HOST, and PORT.`);
}
