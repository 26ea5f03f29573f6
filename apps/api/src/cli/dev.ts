/**
 * `pnpm dev`: runs the service beside Vite, restarted at each source change. The embedded PostgreSQL survives
 * these restarts and stops with the last process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadConfig } from '../platform/config.ts';
import { startServer } from '../platform/db/client.ts';
import type { Config } from '../platform/settings.ts';

/** URL of Vite's page (apps/web/vite.config.ts). */
const PAGE = 'http://localhost:5173';

const MAIN = new URL('../main.ts', import.meta.url).pathname;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const [role] = process.argv.slice(2);
if (role === 'keep') await keep(loadConfig());
else await startWorkSession();

/**
 * Turbo kills its processes half a second after Ctrl-C, too soon to stop a database server. So the work runs
 * in a process with its own session, which ends once its standard input does: when this process is stopped or
 * killed.
 */
async function startWorkSession(): Promise<void> {
  const keeper = spawn(process.execPath, [import.meta.filename, 'keep'], {
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  for (const signal of SIGNALS) process.on(signal, () => keeper.stdin.end());
  const [code] = await once(keeper, 'exit');
  process.exitCode = code ?? 1;
}

async function keep(config: Config): Promise<void> {
  const server = config.DATABASE_URL ? undefined : await startServer(config);
  const service = spawn(process.execPath, ['--watch', '--watch-preserve-output', MAIN], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, FRONTEND_HOST: config.FRONTEND_HOST ?? PAGE },
  });
  process.stdin.resume().once('end', () => service.kill());
  const [code] = await once(service, 'exit');
  await server?.stop();
  process.exit(code ?? 0);
}
