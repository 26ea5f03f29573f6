import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { prepareDatabase } from './bootstrap.ts';
import { jobs, SCHEDULE } from './jobs.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db/client.ts';
import type { Deps } from './platform/deps.ts';
import { startWorker, type Worker } from './platform/jobs/queue.ts';
import { loggerOptions, standardOutput } from './platform/log.ts';
import { createMailer, mailBy } from './platform/mail/transport.ts';
import { openStorage } from './platform/storage.ts';

export interface Service {
  app: FastifyInstance;
  /** Where it listens. */
  url: string;
  /** Finishes the requests and jobs under way, then lets everything go. */
  stop(): Promise<void>;
}

/** Starts everything: the embedded database if there is to be one, the schema, the web server, the jobs. */
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

/** @param started what to stop, in the order of starting: the last that came goes first */
async function startParts(config: Config, now: () => Date, started: AsyncDisposableStack) {
  const database = started.adopt(await openDatabase(config), ({ close }) => close());
  const storage = await openStorage(config);
  await prepareDatabase(database.url, config, now);

  let worker: Worker | undefined;
  const deps: Deps = {
    config,
    db: database.db,
    now,
    frontendHost: config.FRONTEND_HOST ?? localUrl(config),
    storage,
  };
  const app = await createApp(deps, {
    ...database,
    logger: { ...loggerOptions(config.LOG_LEVEL), stream: standardOutput() },
    isQueueRunning: () => worker?.isRunning() ?? false,
  });
  const mailer = started.adopt(createMailer(config, database.db), ({ close }) => close());
  started.defer(() => worker?.stop());
  started.defer(() => app.close());
  await app.listen({ host: config.HOST, port: config.PORT });

  const domain = new URL(deps.frontendHost).hostname;
  const mail = mailBy(mailer, domain);
  worker = await startWorker(database.url, jobs({ ...deps, mail }), SCHEDULE, app.log);
  return app;
}

/** The address to open in a browser on this machine. */
function localUrl({ HOST, PORT }: Config): string {
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(HOST) ? 'localhost' : HOST;
  return `http://${host}:${PORT}`;
}
