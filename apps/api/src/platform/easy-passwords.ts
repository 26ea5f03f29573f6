import { readFileSync } from 'node:fs';

const COMMENT = '## ';

/** Most common passwords (ASVS 6.2.4). */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./auth/common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith(COMMENT)),
);

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

function isMadeOf(password: string, word: string): boolean {
  if (password.toLowerCase() === word.toLowerCase()) return true;
  const core = bare(word);
  return core.length >= SHORTEST_WORD && core === bare(password);
}

/**
 * Returns true if a password is among the first guesses for an account.
 * @param words of its owner and of the product: their addresses and names (ASVS 6.2.11)
 */
export function isEasyToGuess(password: string, words: readonly (string | undefined)[]): boolean {
  if (COMMON.has(password.toLowerCase())) return true;
  return words
    .flatMap((word) => (word === undefined ? [] : [word, ...word.split('@', 1)]))
    .some((word) => isMadeOf(password, word));
}
