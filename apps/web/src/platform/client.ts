import { contract } from 'virtual:contract';
import type { AppRoute, ClientArgs, ClientInferRequest } from '@ts-rest/core';
import { initTsrReactQuery } from '@ts-rest/react-query/v5';
import { bodyOf, fetchApi } from './api.ts';
import { queryClient } from './query-client.ts';

/** The contract as TanStack Query hooks. A failed call throws an `ApiError`. */
export const tsr: ReturnType<typeof initTsrReactQuery<typeof contract, ClientArgs>> = initTsrReactQuery(
  contract,
  {
    baseUrl: '',
    api: async ({ path, method, headers, body, fetchOptions }) => {
      const response = await fetchApi({ path, method, headers, body, signal: fetchOptions?.signal });
      return { status: response.status, body: await bodyOf(response), headers: response.headers };
    },
  },
);

/** The contract's reads outside of components. */
export const tsrClient: ReturnType<typeof tsr.initQueryClient> = tsr.initQueryClient(queryClient);

/** The query parameters of a route. */
export type QueryOf<Route extends AppRoute> =
  ClientInferRequest<Route> extends { query?: infer Query } ? NonNullable<Query> : never;
