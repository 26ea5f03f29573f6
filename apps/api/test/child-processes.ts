import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

/** Notes a process that a test starts, so that it ends with the test even if that fails or runs out of time. */
export function endWithTest(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** The processes that run now. */
export const runningProcesses = (): ChildProcess[] => [...running];
