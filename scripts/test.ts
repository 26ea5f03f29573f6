import { spawnSync } from 'node:child_process';

/** The steps of `pnpm test`, in the order in which they are most likely to detect a fault early. */
const STEPS: readonly [name: string, command: string][] = [
  ['checks', 'pnpm check'],
  ['build', 'turbo run build && node scripts/size.ts'],
  ['smoke', 'vitest run --project e2e e2e/smoke.test.ts'],
  ['unit, component and HTTP tests', 'vitest run --project contract --project web --project api --bail 10'],
  ['journeys', 'vitest run --project e2e --exclude e2e/smoke.test.ts --bail 10'],
];

const lines: string[] = [];
let hasFailed = false;
for (const [name, command] of STEPS) {
  const start = performance.now();
  hasFailed = spawnSync(command, { shell: true, stdio: 'inherit' }).status !== 0;
  const seconds = Math.round((performance.now() - start) / 1000);
  lines.push(`${String(seconds).padStart(5)} s  ${name}${hasFailed ? ': failed' : ''}`);
  if (hasFailed) break;
}
lines.push(`${String(Math.round(performance.now() / 1000)).padStart(5)} s  in all`);
console.log(lines.join('\n'));
process.exitCode = hasFailed ? 1 : 0;
