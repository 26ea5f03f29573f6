import type { SearchResults } from '@agora/contract/features/search/search.contract';
import { keepPreviousData } from '@tanstack/react-query';
import { tsr } from '../../platform/client.ts';

/** Results shown per kind; one more is requested, to know whether there are others. */
export const SHOWN = 5;

/** Search results by kind. Keeps the previous ones while loading; a newer search aborts the request. */
export const useSearch = (q: string, isOn: boolean) =>
  tsr.search.search.useQuery({
    queryKey: ['search', q],
    queryData: { query: { q, limit: SHOWN + 1 } },
    enabled: isOn,
    placeholderData: keepPreviousData,
    select: ({ body }): SearchResults['groups'] => body.groups,
  });
