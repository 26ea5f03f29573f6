import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Maximum retries of a read, with increasing delay, for errors that a retry can fix. */
const RETRIES_MAX = 2;

/** True if a retry may succeed. */
export const isWorthRepeating = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Writes are never retried automatically. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < RETRIES_MAX && isWorthRepeating(error),
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4_000),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Reads again what the queries under a key show. */
export const refresh = (queryKey: QueryKey): Promise<void> => queryClient.invalidateQueries({ queryKey });
