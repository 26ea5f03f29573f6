import { normalizeEmail } from '@agora/contract/shared/email';
import { SEARCH_WORDS_MAX } from '@agora/contract/shared/fields';
import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The text as searches compare it, with the special characters of LIKE escaped. */
const escaped = (text: string) =>
  sql`regexp_replace(lower(f_unaccent(${text})), '([%_\\\\])', '\\\\\\1', 'g')`;

/** A word with a punycode domain converted to Unicode, as addresses are stored. */
const inUnicode = (word: string) => (/xn--/i.test(word) ? normalizeEmail(word) : word);

/** The distinct words of a search, up to the maximum. */
export const wordsOf = (search: string): string[] =>
  [...new Set(search.split(/\s+/).filter(Boolean).map(inUnicode))].slice(0, SEARCH_WORDS_MAX);

export const containsWord = (text: SQLWrapper, word: string): SQL =>
  sql`${text} like '%' || ${escaped(word)} || '%'`;

/** Minimum number of letters that a trigram index finds anywhere in a text. */
export const SEARCHABLE_INSIDE = /[\p{L}\p{N}]{3}/u;

/** One letter or two, which a trigram index only finds at the beginning of words. */
const SHORT_WORD = /^[\p{L}\p{N}]{1,2}$/u;

/** Separators before a word, most frequent first; each requires another scan of the text. */
const GAPS = ['% ', '', '%\n', '%-', "%'"];

/** Condition: a word of the text begins with these letters. Uses LIKE, since a regular expression would not use the index. */
const startsWord = (text: SQLWrapper, start: string): SQL =>
  or(...GAPS.map((gap) => sql`${text} like ${gap}::text || ${escaped(start)} || '%'`)) as SQL;

/**
 * Condition: the text contains every word, in any order, ignoring accents and letter case; if none has three letters,
 * the short ones must begin words of the text. Lists tolerate no typos, since their filters also select the rows of
 * exports and bulk actions.
 * @param text normalised by `lower(f_unaccent(…))`, like its trigram index
 */
export function containsWords(text: SQLWrapper, search: string): SQL {
  const words = wordsOf(search);
  const hasLong = words.some((word) => SEARCHABLE_INSIDE.test(word));
  const conditions = words.map((word) =>
    !hasLong && SHORT_WORD.test(word) ? startsWord(text, word) : containsWord(text, word),
  );
  return and(...conditions) ?? sql`true`;
}

/** Condition: a line of a normalised text begins with the search. Evaluates the text once, since normalising is slow. */
export const startsLine = (text: SQLWrapper, start: string): SQL =>
  sql`E'\\n' || ${text} like E'%\\n' || ${escaped(start)} || '%'`;

/** The same by the index of `search_keys()`, which contains the first two letters of each line. */
export const startsKeyedLine = (keys: SQLWrapper, text: SQLWrapper, start: string): SQL =>
  sql`${keys} @> array['^' || left(lower(f_unaccent(${start})), 2)] and ${startsLine(text, start)}`;
