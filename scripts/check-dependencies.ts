import { execFileSync } from 'node:child_process';

/** Licences that allow use, modification and distribution; review a new one before adding it. */
const LICENCES = new Set([
  '(Apache-2.0 OR MIT)',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT AND ISC AND BSD-3-Clause',
  'MIT OR Apache-2.0',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

const listed = JSON.parse(
  execFileSync('pnpm', ['licenses', 'list', '--json'], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
) as Record<string, { name: string }[]>;

for (const [licence, packages] of Object.entries(listed))
  if (!LICENCES.has(licence)) {
    console.error(`${licence}: ${packages.map(({ name }) => name).join(', ')}`);
    process.exitCode = 1;
  }
