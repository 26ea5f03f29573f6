import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import { id, queryInt, text } from '../../shared/fields.ts';
import { SEARCH_MAX } from '../../shared/limits.ts';

/** Kinds of rows that a search finds, in the order of equally good groups. */
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
    title: z.string().meta({ description: "In the language of the caller's account where it has both." }),
    detail: z
      .string()
      .meta({ description: 'What tells rows with the same title apart: address, day or text.' }),
  })
  .meta({ id: 'Found' });

export const SearchResults = z
  .object({
    groups: z
      .array(z.object({ entity: z.enum(SEARCHED), results: z.array(Found) }))
      .meta({ description: 'Those with results alone; the group with the best result first.' }),
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
    summary: 'Find anything by its words',
    query: z.object({
      q: text({ max: SEARCH_MAX }).meta({
        description:
          'Words in any order; accents and letter case are ignored. Best are titles and names that begin with it, then ' +
          'those that contain all words, texts that do, and at last titles and names with one typo in a word of four ' +
          'letters or more: a letter missing, added, changed or misplaced. The first 12 words count, and no typo is ' +
          'forgiven where they have more than 12 pieces, as a-b has two. Without a word of three letters or digits it ' +
          'finds beginnings and whole words alone. Of equally good ones, the newest come first.',
      }),
      limit: queryInt({ min: 1, max: 20 }).default(5).meta({ description: 'Results in each group.' }),
    }),
    responses: { 200: SearchResults },
  }),
});
