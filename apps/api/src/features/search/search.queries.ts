import type { Searched } from '@agora/contract/features/search/search.contract';
import { and, not, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { containsWord, containsWords, startsLine, wordsOf } from '../../platform/db/search.ts';
import { type Searcher, type Source, sourcesFor } from './search.sources.queries.ts';

/** Words of a search that count. */
const WORDS_MAX = 12;

/** Shortest word in which a typo is forgiven, in letters. */
const TYPO_FROM = 4;

/** Letters that a trigram index needs to find them inside of a text. */
const INSIDE_FROM = /[\p{L}\p{N}]{3}/u;

const piecesOf = (word: string): string[] => word.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
const isTypable = (word: string) => piecesOf(word).some(({ length }) => length >= TYPO_FROM);

/** Condition: the word is in one of the names, or one that differs by a typo. */
function isMeant({ names, typos }: Source, word: string): SQL | undefined {
  const pieces = piecesOf(word).map((piece) => sql`${typos} && typo_keys(${piece})`);
  return or(containsWord(names, word), isTypable(word) ? and(...pieces) : undefined);
}

/** Conditions for rows, best first, of which each row fulfils one at most. */
function tiersOf(source: Source, q: string): SQL[] {
  const { names, typos, isNumber, inTexts } = source;
  const starts = or(startsLine(names, q), isNumber?.(q)) as SQL;
  if (!INSIDE_FROM.test(q)) {
    const isWord = piecesOf(q).length > 0 ? sql`${typos} @> typo_keys(${q})` : sql`false`;
    return [starts, sql`${isWord} and (${starts}) is not true`];
  }
  const words = wordsOf(q).slice(0, WORDS_MAX);
  const has = containsWords(names, words.join(' '));
  const isInTexts = inTexts?.(words.join(' '));
  const meant = and(...words.map((word) => isMeant(source, word)), not(has), isInTexts && not(isInTexts));
  return [
    starts,
    sql`${has} and (${starts}) is not true`,
    ...(isInTexts ? [sql`${isInTexts} and not (${has})`] : []),
    ...(meant && words.some(isTypable) ? [meant] : []),
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
 * Rows of texts and typos of which the newest are taken: the first that the index leads to, since a frequent word is in
 * too many texts to read them all.
 */
const LOOKED_AT = 50;

/** Tiers of rows that begin with the search and of those that have its words: of these the newest are exact. */
const EXACT_TIERS = 2;

/** The best rows of one kind. A subquery with LIMIT is read in order, and only as far as rows are missing. */
function bestOf(source: Source, place: number, { q, limit }: Search): SQL {
  const { entity, from, isVisible, id, at, title, detail } = source;
  const tiers = tiersOf(source, q).map((isFound, tier) => {
    const rows = sql`select ${tier}::int as tier, ${id} as id, ${at} as at, ${title} as title, ${detail} as detail
      from ${from} where ${isVisible} and (${isFound})`;
    return tier < EXACT_TIERS
      ? sql`(${rows} order by ${at} desc, ${id} desc limit ${limit})`
      : sql`(select * from (${rows} limit ${LOOKED_AT}) as looked_at order by at desc, id desc limit ${limit})`;
  });
  return sql`select * from (
    select ${entity}::text as entity, ${place}::int as place, found.* from (${sql.join(tiers, sql` union all `)}) as found
    limit ${limit}) as best`;
}

/** Everything that the caller may see, the kind with the best row first, in one statement. */
export async function findAnything(db: Db, search: Search): Promise<FoundRow[]> {
  const q = search.q.trim();
  // Signs alone are in no index: to find them would read every row.
  if (!/[\p{L}\p{N}]/u.test(q)) return [];
  const kinds = sourcesFor(search.caller).map((source, place) => bestOf(source, place, { ...search, q }));
  return db.execute<FoundRow>(sql`
    select entity, id, title, detail from (${sql.join(kinds, sql` union all `)}) as found
    order by min(tier) over (partition by place), place, tier, at desc, id desc`);
}
