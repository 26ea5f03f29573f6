import { useQueryClient } from '@tanstack/react-query';

export const ratingKeys = {
  all: ['ratings'] as const,
  list: (query: object) => ['ratings', 'list', query] as const,
  summary: (query: object) => ['ratings', 'summary', query] as const,
};

/** Everything that shows ratings, or the conversations that answer them, is read again. */
export function useRefreshRatings() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ratingKeys.all });
    await queryClient.invalidateQueries({ queryKey: ['messages'] });
  };
}
