import { readFileSync } from 'node:fs';
import { packageFile } from './package-files.ts';

const COMMENT = '## ';

/** Most common passwords (ASVS 6.2.4). */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(packageFile('assets/common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(COMMENT)),
);

/** Common French beginnings of passwords, which the list of the world's most common ones lacks. */
const FRENCH: ReadonlySet<string> = new Set(
  `administrateur amour azerty azertyuiop bienvenue bonheur bonjour bonsoir camille chocolat chouchou coucou doudou france
  jetaime loulou marseille motdepasse nicolas papillon paris princesse qsdfghjklm soleil vacances`.split(
    /\s+/,
  ),
);

/** Characters that people substitute for letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
};

/** True for a common password or word, even with substituted letters, or surrounded by digits and punctuation. */
function isCommon(password: string): boolean {
  const known = password.toLowerCase();
  const core = /[\p{L}@$](?:.*\p{L})?/u.exec(known)?.[0] ?? '';
  const spelt = core.replaceAll(/[@430$5]/g, (sign) => LETTERS[sign] ?? sign);
  return [known, core, spelt].some((word) => COMMON.has(word) || FRENCH.has(word));
}

/** Minimum length of a word to be checked: shorter ones do not identify an owner. */
const SHORTEST_WORD = 4;

/** Returns the letters of a word without the usual additions: `Agora-2026!` becomes `agora`. */
function bare(word: string): string {
  const known = word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return /\p{L}(?:.*\p{L})?/u.exec(known)?.[0] ?? '';
}

function consistsOf(password: string, word: string): boolean {
  if (password.toLowerCase() === word.toLowerCase()) return true;
  const core = bare(word);
  return core.length >= SHORTEST_WORD && core === bare(password);
}

/**
 * Returns true if a password is among the first guesses for an account.
 * @param words of its owner and of the product: their addresses and names (ASVS 6.2.11)
 */
export function isEasyToGuess(password: string, words: readonly (string | undefined)[]): boolean {
  if (isCommon(password)) return true;
  return words
    .flatMap((word) => (word === undefined ? [] : [word, ...word.split('@', 1)]))
    .some((word) => consistsOf(password, word));
}
