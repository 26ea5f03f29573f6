import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, inject, it } from 'vitest';
import { endWithTest } from '../child-processes.ts';
import { createDatabase } from '../databases.ts';
import { eventually } from '../harness.ts';
import { freePort } from '../ports.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

/** Failures outside of any request, triggered by a signal. */
const ACCIDENTS = {
  'an error in a timer': `setTimeout(() => { throw new Error('planned') })`,
  'an unhandled rejection': `Promise.reject(new Error('planned'))`,
};

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts the service as a process in which a signal triggers the failure. */
async function start(url: string, accident: string) {
  const port = await freePort();
  const trap = `data:text/javascript,${encodeURIComponent(`process.on('SIGWINCH', () => { ${accident} })`)}`;
  const child = spawn(process.execPath, ['--import', trap, MAIN], {
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: url, PORT: String(port), SEED_DEMO: 'false' },
  });
  endWithTest(child);
  children.push(child);
  const output: string[] = [];
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  const exit = once(child, 'close');
  await eventually(async () => {
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    return ready?.ok || undefined;
  });
  return { child, exit, output };
}

it.each(Object.entries(ACCIDENTS))(
  'logs %s and exits, and the next process starts normally',
  {
    timeout: 150_000,
  },
  async (_name, accident) => {
    const url = await createDatabase(inject('serverUrl'));
    const { child, exit, output } = await start(url, accident);
    child.kill('SIGWINCH');
    const [code] = await exit;
    expect(code).not.toBe(0);
    const fatal = output
      .join('')
      .split('\n')
      .filter((line) => line.includes('"level":60'));
    expect(fatal).toHaveLength(1);
    expect(JSON.parse(fatal[0] ?? '').err.message).toBe('planned');
    await start(url, accident);
  },
);
