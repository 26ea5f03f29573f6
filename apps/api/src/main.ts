import closeWithGrace from 'close-with-grace';
import type { FastifyBaseLogger } from 'fastify';
import { loadConfig } from './platform/config.ts';
import { startProblem } from './platform/errors.ts';
import { faults } from './platform/measures.ts';
import { type Config, LOCAL_SECRET } from './platform/settings.ts';
import type { Service } from './service.ts';

/** `worker` only runs background work; without it the process also serves requests. */
const [role] = process.argv.slice(2);

/** Grace period for running requests and jobs after SIGTERM, in milliseconds. */
const GRACE = 10_000;

function banner({ url }: Service, config: Config): string {
  const page = config.FRONTEND_HOST ?? url;
  const lines = [`${config.PROJECT_NAME} is running: ${page}`];
  if (config.ENVIRONMENT === 'local') {
    lines.push(`  Sign in    ${config.FIRST_SUPERUSER} / ${config.FIRST_SUPERUSER_PASSWORD}`);
    if (config.SEED_DEMO) lines.push(`  Members    any demo account, password ${LOCAL_SECRET}`);
    if (!config.SMTP_HOST) lines.push(`  Mailbox    ${page}/mailbox`);
    lines.push(`  Pushes     ${page}/pushes`);
  }
  if (config.ENVIRONMENT !== 'production' || config.DOCS) lines.push(`  API docs   ${page}/docs`);
  if (config.ENVIRONMENT !== 'local' && !config.SMTP_HOST)
    lines.push('  Warning: SMTP_HOST is not set; mails wait in the queue until it is.');
  return `\n${lines.join('\n')}\n`;
}

// Nothing that is printed here is worth ending for, as on a full disk.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

let service: (Pick<Service, 'stop'> & { log: FastifyBaseLogger }) | undefined;

/** Signals are handled from the beginning: one received during startup stops the service once it has started. */
const starting = start().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});

closeWithGrace({ delay: GRACE, logger: false }, async ({ err }) => {
  await starting;
  if (err) {
    service?.log.fatal({ err }, 'stopping after an error that nothing caught');
    faults.publish({ error: err, level: 'fatal', where: 'process' });
  }
  await service?.stop();
});

async function start(): Promise<void> {
  const config = loadConfig();
  // Takes a second or two, so configuration errors are reported first.
  const { startService, startWorkProcess } = await import('./service.ts');
  if (role === 'worker') {
    service = await startWorkProcess(config);
    process.stdout.write(`\n${config.PROJECT_NAME} does its background work here.\n\n`);
    return;
  }
  const started = await startService(config);
  service = { stop: started.stop, log: started.app.log };
  process.stdout.write(`${banner(started, config)}\n`);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return startProblem(error) ?? `The service can't start: ${error.stack ?? error.message}`;
}
