import { contract } from 'virtual:contract';
import type { AppRoute, ClientArgs, ClientInferRequest } from '@ts-rest/core';
import { initTsrReactQuery } from '@ts-rest/react-query/v5';
import { bodyOf, fetchApi } from './api.ts';
import { queryClient } from './query-client.ts';

/** TanStack Query hooks for the contract. A failed call throws an `ApiError`. */
export const tsr: ReturnType<typeof initTsrReactQuery<typeof contract, ClientArgs>> = initTsrReactQuery(
  contract,
  {
    baseUrl: '',
    api: async ({ path, method, headers, body, fetchOptions }) => {
      const { signal, keepalive } = fetchOptions ?? {};
      const response = await fetchApi({ path, method, headers, body, signal, keepalive });
      return { status: response.status, body: await bodyOf(response), headers: response.headers };
    },
  },
);

/** Reads of the contract outside of components. */
export const tsrClient: ReturnType<typeof tsr.initQueryClient> = tsr.initQueryClient(queryClient);

/** Query parameters of a route. */
export type QueryOf<Route extends AppRoute> =
  ClientInferRequest<Route> extends { query?: infer Query } ? NonNullable<Query> : never;
