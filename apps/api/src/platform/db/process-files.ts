import { readFileSync } from 'node:fs';
import { lock } from 'proper-lockfile';

/** Maximum wait for a lock of a living process, in milliseconds. */
const LOCK_PATIENCE = 90_000;

/** Milliseconds after which the lock of a dead process is free; a living one renews it every 2.5 s. */
const STALE = 5_000;

/** Identity of a process: its id and, on Linux, its start time, because ids are reused. */
export const myself = (): string => identityOf(process.pid);

const identityOf = (pid: number): string => `${pid} ${statOf(pid)?.startedAt ?? ''}`.trim();

/** True if the process of that identity (or bare id) is alive, and has the name `name` if given. */
export function isAlive(identity: string, name?: string): boolean {
  const [pid = '', startedAt] = identity.trim().split(' ');
  if (!/^\d+$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') return false;
  }
  const stat = statOf(Number(pid));
  if (!stat) return process.platform !== 'linux';
  return (!startedAt || stat.startedAt === startedAt) && (!name || stat.name === name) && stat.state !== 'Z';
}

/** See proc(5), /proc/pid/stat: fields 2, 3 and 22. */
function statOf(pid: number): { name: string; state: string; startedAt: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    return {
      name: text.slice(text.indexOf('(') + 1, end),
      state: fields[0] ?? '',
      startedAt: fields[19] ?? '',
    };
  } catch {
    return undefined;
  }
}

/** Runs `work` under an exclusive lock, a folder at `path`. */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const release = await lock(path, {
    lockfilePath: path,
    realpath: false,
    stale: STALE,
    retries: { forever: true, maxRetryTime: LOCK_PATIENCE, minTimeout: 30, maxTimeout: 200 },
    // Lost by a process that stood still for too long: the server's own lock keeps a second one away.
    onCompromised: () => {},
  }).catch((cause: Error & { code?: string }) => {
    throw cause.code === 'ELOCKED'
      ? new Error(`Another process holds ${path} for too long.`, { cause })
      : cause;
  });
  try {
    return await work();
  } finally {
    await release().catch(() => undefined);
  }
}
