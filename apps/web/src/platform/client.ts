import { contract } from 'virtual:contract';
import type { ApiFetcherArgs, AppRoute, ClientArgs, ClientInferRequest } from '@ts-rest/core';
import { initTsrReactQuery } from '@ts-rest/react-query/v5';
import { bodyOf, fetchApi } from './api.ts';
import { forgetCalls, withCallKey } from './call-keys.ts';
import { queryClient } from './query-client.ts';

/** Any call may say what it undoes, see `withCallKey`, and that its refusal does not end the session. */
type Client = Omit<ClientArgs, 'api'> & {
  api: (
    args: ApiFetcherArgs & { undoes?: string; keepsSession?: boolean },
  ) => ReturnType<NonNullable<ClientArgs['api']>>;
};

/**
 * TanStack Query hooks for the contract. A failed call throws an `ApiError`. A POST can be repeated safely; other
 * changes can by themselves.
 */
export const tsr: ReturnType<typeof initTsrReactQuery<typeof contract, Client>> = initTsrReactQuery(
  contract,
  {
    baseUrl: '',
    api: async ({ path, method, headers, body, fetchOptions, undoes, keepsSession }) => {
      const call = async (own?: Record<string, string>) => {
        const sent = { ...fetchOptions, path, method, body, keepsSession, headers: { ...headers, ...own } };
        const response = await fetchApi(sent);
        return { status: response.status, body: await bodyOf(response), headers: response.headers };
      };
      const isKeyed = method === 'POST' && !(body instanceof FormData);
      // Restoring what was deleted again is another call.
      if (method === 'DELETE') forgetCalls(`${path}/`);
      return isKeyed ? withCallKey(path, String(body ?? ''), call, undoes) : call();
    },
  },
);

/** Reads of the contract outside of components. */
export const tsrClient: ReturnType<typeof tsr.initQueryClient> = tsr.initQueryClient(queryClient);

/** Query parameters of a route. */
export type QueryOf<Route extends AppRoute> =
  ClientInferRequest<Route> extends { query?: infer Query } ? NonNullable<Query> : never;
