import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import type { Feature } from '../../shared/feature.ts';
import { id, queryInt, text } from '../../shared/fields.ts';
import { SEARCH_MAX } from '../../shared/limits.ts';

/** Kinds of rows that a search finds, in their order if results are equally good. */
export const SEARCHED = [
  'member',
  'administrator',
  'news',
  'daily_message',
  'broadcast',
  'conversation',
  'item',
] as const;
export type Searched = (typeof SEARCHED)[number];

const Found = z
  .object({
    id: id(),
    title: z.string().meta({ description: "In the language of the caller's account if it exists in both." }),
    detail: z.string().meta({ description: 'Distinguishes rows with the same title: address, day or text.' }),
  })
  .meta({ id: 'Found' });

export const SearchResults = z
  .object({
    groups: z
      .array(z.object({ entity: z.enum(SEARCHED), results: z.array(Found) }))
      .meta({ description: 'Only groups with results; the group with the best result first.' }),
  })
  .meta({ id: 'SearchResults' });
export type SearchResults = z.infer<typeof SearchResults>;

export const search = c.router({
  search: route({
    method: 'GET',
    path: '/search',
    access: 'user',
    audience: 'team',
    operationId: 'search-search',
    summary: 'Search all kinds of rows',
    query: z.object({
      q: text({ max: SEARCH_MAX }).meta({
        description:
          'Words in any order, ignoring accents and letter case. Titles and names that begin with the query come first, ' +
          'then those that contain all words, then texts that contain all words, and finally titles and names with ' +
          'one typo in a word of at least four letters: a letter missing, added, changed or swapped with the next. ' +
          'Only the first 12 words are used, and typos are only tolerated if the words have at most 12 parts (a-b has ' +
          'two). Without a word of three letters or digits, only prefixes and whole words match. Equally good results ' +
          'are ordered newest first.',
      }),
      limit: queryInt({ min: 1, max: 20 })
        .default(5)
        .meta({ description: 'Maximum number of results in each group.' }),
    }),
    responses: { 200: SearchResults },
  }),
});

export const searchFeature = {
  routes: { search },
} satisfies Feature;
