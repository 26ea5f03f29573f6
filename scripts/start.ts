import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endWithRunner } from './runner.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds changed packages; shows the output only on failure. */
function build(): void {
  try {
    execFileSync(`${root}node_modules/.bin/turbo`, ['run', 'build', '--output-logs=errors-only'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    process.stderr.write(`${stdout}${stderr}\nThe build failed.\n`);
    process.exit(1);
  }
}

build();
await import('../apps/api/src/main.ts');
endWithRunner();
