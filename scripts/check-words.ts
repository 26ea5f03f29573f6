import { globSync, readFileSync } from 'node:fs';

/** Words to avoid, and their replacements. */
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

/** Files with user-visible texts: screens, mails, and the contract with its errors. */
const FILES = [
  'apps/web/src/**/*.{texts,feature}.ts',
  'apps/api/src/**/*.mail.ts',
  'packages/contract/src/**/*.ts',
];
const COMMENT = /^\s*(\/\*\*|\*|\/\/)/;

for (const file of globSync(FILES)) {
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const [index, line] of lines.entries())
    for (const [word, instead] of AVOIDED)
      if (word.test(line) && !COMMENT.test(line)) {
        console.error(`${file}:${index + 1}: say ${instead}: ${line.trim()}`);
        process.exitCode = 1;
      }
}
