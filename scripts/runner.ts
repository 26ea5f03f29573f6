import { readFileSync } from 'node:fs';

/** Polling interval, in milliseconds. */
const INTERVAL = 250;

const RUNNER = /\b(npm|npx|pnpm)\b/;

/**
 * Ends this process as on SIGTERM once its package manager has exited. Package managers do not forward
 * signals when killed, which would leave the service running on its port.
 */
export function endWithRunner(): void {
  const runners = runnersOf(process.pid);
  const timer = setInterval(() => {
    if (runners.every(({ child, parent }) => parentOf(child) === parent)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, INTERVAL).unref();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => clearInterval(timer));
}

interface Link {
  child: number;
  parent: number;
}

/** Ancestors of this process whose command lines name a package manager, up to the first other one. */
function runnersOf(child: number): Link[] {
  const parent = parentOf(child);
  if (parent === undefined || !RUNNER.test(commandOf(parent))) return [];
  return [{ child, parent }, ...runnersOf(parent)];
}

/** Field 4 of proc(5) stat, counted after the name, which may contain any character. */
function parentOf(pid: number): number | undefined {
  if (pid === process.pid) return process.ppid;
  const stat = read(`/proc/${pid}/stat`);
  const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
  return Number.isInteger(parent) ? parent : undefined;
}

const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
