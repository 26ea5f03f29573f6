import { afterAll, afterEach, beforeEach } from 'vitest';
import { runningProcesses } from './child-processes.ts';
import { drainErrors } from './error-log.ts';

let before: ReturnType<typeof runningProcesses>;
beforeEach(() => {
  before = runningProcesses();
});

afterEach(({ task }) => {
  const errors = drainErrors();
  if (task.result?.state !== 'fail') return;
  process.stderr.write(errors);
  for (const child of runningProcesses()) if (!before.includes(child)) child.kill('SIGKILL');
});

afterAll(() => {
  for (const child of runningProcesses()) child.kill('SIGKILL');
});
