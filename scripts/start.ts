import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endWithRunner } from './runner.ts';

/** Not a literal in `import`, which the compiler would resolve: it exists after the build only. */
const MAIN = new URL('../apps/api/dist/main.js', import.meta.url).href;
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
await import(MAIN);
endWithRunner();
