import type { contract } from 'virtual:contract';
import type { RatingSummaryFilter } from '@agora/contract/features/ratings/ratings.contract';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { type QueryOf, tsr } from '../../platform/client.ts';

const ratingKeys = {
  all: ['ratings'] as const,
  list: (query: object) => ['ratings', 'list', query] as const,
  summary: (query: object) => ['ratings', 'summary', query] as const,
};

/** A page of ratings. While another one is loaded, the one before stays. */
export const useRatings = (query: QueryOf<typeof contract.ratings.readRatings>) =>
  tsr.ratings.readRatings.useQuery({
    queryKey: ratingKeys.list(query),
    queryData: { query },
    placeholderData: keepPreviousData,
  });

export const useRatingSummary = (query: RatingSummaryFilter) =>
  tsr.ratings.summarizeRatings.useQuery({
    queryKey: ratingKeys.summary(query),
    queryData: { query },
    placeholderData: keepPreviousData,
  });

/** Everything that shows ratings, or the conversations that answer them, is read again. */
export function useRefreshRatings() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ratingKeys.all });
    await queryClient.invalidateQueries({ queryKey: ['messages'] });
  };
}

/** Its caller reads again what changed, once the page has moved on from it. */
export const useReplyToRating = () => tsr.ratings.replyToRating.useMutation();
