import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/platform/config.ts';

/** Words that the product does not use, and what it says instead. */
const AVOIDED: readonly [word: RegExp, instead: string][] = [
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'nothing, or what has happened'],
  [/\bwhom\b/i, 'who, or another sentence'],
  [/\ball the same\b/i, 'anyway'],
  [/\bcourriels?\b/i, 'e-mail'],
  [/\bactualités?\b/i, 'article, or News'],
  [/\bBug\b/, 'Problème, Problem'],
  [/\bÉtat\b/, 'Statut'],
  [/personne attribuée/i, 'non attribuée'],
];

const files = globSync(
  ['apps/web/src/**/*.texts.ts', 'apps/api/src/**/*.mail.ts', 'packages/contract/src/**/*.ts'],
  { cwd: ROOT },
);

/** A file without its comments. */
const said = async (file: string) =>
  (await readFile(join(ROOT, file), 'utf8')).replaceAll(/^\s*(\/\*\*|\*|\/\/).*$/gm, '');

describe('the texts', () => {
  it('are many: the screens, the mails, and the contract with its refusals', () => {
    expect(files.length).toBeGreaterThan(60);
  });

  it.each(AVOIDED)('do not say %s but %s', async (word) => {
    const found = [];
    for (const file of files) {
      const lines = (await said(file)).split('\n').filter((line) => word.test(line));
      found.push(...lines.map((line) => `${file}: ${line.trim()}`));
    }
    expect(found).toEqual([]);
  });
});
