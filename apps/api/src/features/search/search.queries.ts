import type { Searched } from '@agora/contract/features/search/search.contract';
import { SEARCH_WORDS_MAX } from '@agora/contract/shared/fields';
import { folded } from '@agora/contract/shared/folded';
import { and, not, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import {
  containsWord,
  containsWords,
  SEARCHABLE_INSIDE,
  startsKeyedLine,
  startsLine,
  wordsOf,
} from '../../platform/db/search.ts';
import { ADDRESS, type Searcher, type Source, sourcesFor } from './search.sources.queries.ts';

/** Shortest word in which a typo is forgiven, in letters. */
const TYPO_MIN_LETTERS = 4;

const piecesOf = (word: string): string[] => word.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
const allowsTypo = (word: string) => piecesOf(word).some(({ length }) => length >= TYPO_MIN_LETTERS);

/** Patterns for words with one letter added, missing or changed, or with two adjacent letters swapped. */
function typosOf(word: string): string[] {
  const letters = [...folded(word)];
  const around = (at: number, length: number, ...between: string[]) =>
    [...letters.slice(0, at), ...between, ...letters.slice(at + length)].join('');
  const changed = letters.flatMap((letter, at) => [
    around(at, 0, '_'),
    around(at, 1),
    around(at, 1, '_'),
    around(at, 2, letters[at + 1] ?? '', letter),
  ]);
  return [...changed, around(letters.length, 0, '_')];
}

/**
 * Condition: a word of the names differs from this one by at most one typo. The keys in the index are also shared by
 * words with two.
 */
const hasTypoOf = ({ names, keys }: Source, piece: string): SQL =>
  piece.length < TYPO_MIN_LETTERS
    ? sql`${keys} && typo_keys(${piece})`
    : sql`${keys} && typo_keys(${piece}) and exists (
        select from regexp_split_to_table(${names}, '[^[:alnum:]]+') as word
        where word like any(string_to_array(${[folded(piece), ...typosOf(piece)].join(' ')}, ' ')))`;

/** Condition: one of the names contains the word, or one that differs by a typo. */
function matchesName(source: Source, word: string): SQL | undefined {
  const pieces = piecesOf(word).map((piece) => hasTypoOf(source, piece));
  return or(containsWord(source.names, word), allowsTypo(word) ? and(...pieces) : undefined);
}

/** Rows, each of which matches at most one tier. */
interface Tier {
  isFound: SQL;
  /** The newest of all matching rows, not only of a sample. */
  isExact?: boolean;
}

/** Maximum number of rows containing a search that are checked for beginning with it. */
const PREFIX_CANDIDATES_MAX = 200;

/**
 * Condition: a name begins with the search. Trigrams do not distinguish the beginning of a line from that of a word
 * without reading the row; the limit avoids reading all rows with a frequent word.
 */
function begins({ names, id, from, isVisible }: Source, q: string, has: SQL): SQL {
  const some = sql`select ${id} from ${from} where ${isVisible} and (${has}) limit ${PREFIX_CANDIDATES_MAX}`;
  // An array, so that they are read first, regardless of the planner's estimate for LIKE.
  return sql`${id} = any(array(${some})) and ${startsLine(names, q)}`;
}

/** Best first, with the same ranks for all kinds. */
function tiersOf(source: Source, q: string): (Tier | undefined)[] {
  const { names, keys, isNumber, isAddress, inTexts } = source;
  if (isAddress && ADDRESS.test(q)) return [{ isFound: isAddress(q), isExact: true }];
  const isNamed = isNumber?.(q);
  const isBefore = or(isNamed, startsLine(names, q)) as SQL;
  const beginning = (has: SQL): (Tier | undefined)[] => {
    const isFound = and(begins(source, q, has), isNamed && sql`(${isNamed}) is not true`) as SQL;
    return [isNamed && { isFound: isNamed }, { isFound, isExact: true }];
  };
  if (!SEARCHABLE_INSIDE.test(q)) {
    const isWord = piecesOf(q).length > 0 ? sql`${keys} @> typo_keys(${q})` : sql`false`;
    return [
      ...beginning(startsKeyedLine(keys, names, q)),
      { isFound: sql`${isWord} and (${isBefore}) is not true` },
    ];
  }
  const words = wordsOf(q);
  const has = containsWords(names, q);
  const isInTexts = inTexts?.(q);
  // Each piece requires one more index lookup per kind of row.
  const isShort = words.flatMap(piecesOf).length <= SEARCH_WORDS_MAX;
  const meant = and(...words.map((word) => matchesName(source, word)), not(has), isInTexts && not(isInTexts));
  return [
    ...beginning(has),
    { isFound: sql`${has} and (${isBefore}) is not true`, isExact: true },
    isInTexts && { isFound: sql`${isInTexts} and not (${has})` },
    meant && isShort && words.some(allowsTypo) ? { isFound: meant } : undefined,
  ];
}

export interface FoundRow extends Record<string, unknown> {
  entity: Searched;
  id: string;
  title: string;
  detail: string;
}

interface Search {
  q: string;
  /** Rows of each kind. */
  limit: number;
  caller: Searcher;
}

/**
 * Maximum number of rows matched by text or typo from which the newest are taken: the first ones found by the index,
 * since a frequent word is in too many texts to read them all.
 */
const CANDIDATES_MAX = 50;

/** The best rows of one kind. A subquery with LIMIT is read in order, and only as far as needed. */
function bestOf(source: Source, place: number, { q, limit }: Search): SQL {
  const { entity, from, isVisible, id, at, title, detail } = source;
  const tiers = tiersOf(source, q).flatMap((found, tier) => {
    if (!found) return [];
    const { isFound, isExact } = found;
    const rows = sql`select ${tier}::int as tier, ${id} as id, ${at} as at, ${title} as title, ${detail} as detail
      from ${from} where ${isVisible} and (${isFound})`;
    return isExact
      ? sql`(${rows} order by ${at} desc, ${id} desc limit ${limit})`
      : sql`(select * from (${rows} limit ${CANDIDATES_MAX}) as looked_at order by at desc, id desc limit ${limit})`;
  });
  return sql`select * from (
    select ${entity}::text as entity, ${place}::int as place, found.* from (${sql.join(tiers, sql` union all `)}) as found
    limit ${limit}) as best`;
}

/** All results visible to the caller, the kind with the best row first, in one statement. */
export async function searchAll(db: Db, search: Search): Promise<FoundRow[]> {
  const q = search.q.trim();
  // No index contains punctuation alone: finding it would read every row.
  if (!/[\p{L}\p{N}]/u.test(q)) return [];
  const kinds = sourcesFor(search.caller).map((source, place) => bestOf(source, place, { ...search, q }));
  return db.execute<FoundRow>(sql`
    select entity, id, title, detail from (${sql.join(kinds, sql` union all `)}) as found
    order by min(tier) over (partition by place), place, tier, at desc, id desc`);
}
