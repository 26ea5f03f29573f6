import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Condition for an optional filter value. */
export const when = <Value>(
  value: Value | undefined,
  condition: (value: Value) => SQL | undefined,
): SQL | undefined => (value === undefined ? undefined : condition(value));

/** The text as searches compare it, with characters escaped that LIKE gives a meaning. */
const escaped = (text: string) =>
  sql`regexp_replace(lower(f_unaccent(${text})), '([%_\\\\])', '\\\\\\1', 'g')`;

/** The words of a search, each once. */
export const wordsOf = (search: string): string[] => [...new Set(search.split(/\s+/).filter(Boolean))];

export const containsWord = (text: SQLWrapper, word: string): SQL =>
  sql`${text} like '%' || ${escaped(word)} || '%'`;

/**
 * Condition: the text contains every word, in any order, ignoring accents and letter case. Lists forgive no typo: their
 * filters also choose the rows of exports and bulk actions.
 * @param text normalised by `lower(f_unaccent(…))`, like its trigram index
 */
export const containsWords = (text: SQLWrapper, search: string): SQL =>
  and(...wordsOf(search).map((word) => containsWord(text, word))) ?? sql`true`;

/** Condition: one of the lines of a normalised text begins with this one. Reads the text once: normalising it is slow. */
export const startsLine = (text: SQLWrapper, start: string): SQL =>
  sql`E'\\n' || ${text} like E'%\\n' || ${escaped(start)} || '%'`;

/** The same by the index of `search_keys()`, which has the first two letters of each line. */
export const startsKeyedLine = (keys: SQLWrapper, text: SQLWrapper, start: string): SQL =>
  sql`${keys} @> array['^' || left(lower(f_unaccent(${start})), 2)] and ${startsLine(text, start)}`;
