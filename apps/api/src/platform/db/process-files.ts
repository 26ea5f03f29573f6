import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Maximum wait for a lock of a living process, in milliseconds. */
const LOCK_TIMEOUT_MS = 90_000;

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

/** Runs `work` under an exclusive lock file. A dead holder's file is removed. */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  while (!(await acquireLock(path))) {
    if (Date.now() > deadline) throw new Error(`Another process holds ${path} for too long.`);
    await sleep(30);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquireLock(path: string): Promise<boolean> {
  const mine = `${path}.${process.pid}`;
  await writeFile(mine, myself());
  try {
    await link(mine, path);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    await removeStale(path, `${mine}.stale`);
    return false;
  } finally {
    await rm(mine, { force: true });
  }
}

/** Renames a dead holder's file first; puts it back if another process replaced it with a live one. */
async function removeStale(path: string, aside: string): Promise<void> {
  const holder = await readFile(path, 'utf8').catch(() => undefined);
  if (holder === undefined || isAlive(holder)) return;
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if (isAlive(await readFile(aside, 'utf8'))) await rename(aside, path);
  else await rm(aside, { force: true });
}
