import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

/** Registers a process that a test starts, so that it ends with the test even if the test fails or times out. */
export function endWithTest(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** Registered processes that are still running. */
export const runningProcesses = (): ChildProcess[] => [...running];
