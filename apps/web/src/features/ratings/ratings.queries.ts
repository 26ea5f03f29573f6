import type { contract } from 'virtual:contract';
import type { RatingPublic, RatingSummaryFilter } from '@agora/contract/features/ratings/ratings.contract';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { type QueryOf, tsr, tsrClient } from '../../platform/client.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';

const ratingKeys = {
  all: ['ratings'] as const,
  one: (id: string) => ['ratings', 'one', id] as const,
  list: (query: object) => ['ratings', 'list', query] as const,
  summary: (query: object) => ['ratings', 'summary', query] as const,
};

type Query = QueryOf<typeof contract.ratings.readRatings>;

const pageOf = (query: Query) => ({ queryKey: ratingKeys.list(query), queryData: { query } });

/** Prefetches a page of ratings. */
export const prefetchRatings = (query: Query): void =>
  void tsrClient.ratings.readRatings.prefetchQuery(pageOf(query));

/** A page of ratings. Keeps the previous one while loading. */
export const useRatings = (query: Query) =>
  tsr.ratings.readRatings.useQuery({
    ...pageOf(query),
    placeholderData: keepPreviousData,
  });

export const useRatingSummary = (query: RatingSummaryFilter) =>
  tsr.ratings.summarizeRatings.useQuery({
    queryKey: ratingKeys.summary(query),
    queryData: { query },
    placeholderData: keepPreviousData,
  });

/** Refetches all queries that show ratings, or the conversations about them. */
export function useRefreshRatings() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ratingKeys.all });
    await queryClient.invalidateQueries({ queryKey: ['messages'] });
  };
}

export async function readRating(id: string): Promise<RatingPublic> {
  const query = { queryKey: ratingKeys.one(id), queryData: { params: { id } } };
  return (await tsrClient.ratings.readRating.fetchQuery(query)).body;
}

/** The caller refetches afterwards, once the dialog is closed. */
export const useReplyToRating = () => useIdempotent(tsr.ratings.replyToRating.useMutation());
