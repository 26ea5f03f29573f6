import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Times that a read is repeated, later and later, when it is worth it. */
const RETRIES = 2;

const isWorthRepeating = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Writes are never repeated by themselves. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < RETRIES && isWorthRepeating(error),
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4_000),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
