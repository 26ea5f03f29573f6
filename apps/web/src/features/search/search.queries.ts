import type { SearchResults } from '@agora/contract/features/search/search.contract';
import { keepPreviousData } from '@tanstack/react-query';
import { tsr } from '../../platform/client.ts';

/** Results of a kind that are shown; one more is asked for, which tells whether there are others. */
export const SHOWN = 5;

/** Everything that has these words, by kind. While loading, those of the search before; a newer search aborts it. */
export const useSearch = (q: string, isOn: boolean) =>
  tsr.search.search.useQuery({
    queryKey: ['search', q],
    queryData: { query: { q, limit: SHOWN + 1 } },
    enabled: isOn,
    placeholderData: keepPreviousData,
    select: ({ body }): SearchResults['groups'] => body.groups,
  });
