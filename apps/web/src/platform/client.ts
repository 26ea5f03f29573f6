import { contract } from 'virtual:contract';
import { type Access, isAllowed, type Rights } from '@agora/contract/shared/permissions';
import type { ApiFetcherArgs, AppRoute, ClientArgs, ClientInferRequest } from '@ts-rest/core';
import { initTsrReactQuery } from '@ts-rest/react-query/v5';
import { bodyOf, fetchApi } from './api.ts';
import { ApiError, hasCode } from './api-error.ts';
import { queryClient, refresh } from './query-client.ts';

/** Any call may say that a 401 or 403 does not end the session. */
type Client = Omit<ClientArgs, 'api'> & {
  api: (args: ApiFetcherArgs & { keepsSession?: boolean }) => ReturnType<NonNullable<ClientArgs['api']>>;
};

/** Query key of the signed-in user. */
export const ME_KEY = ['users', 'me'] as const;

/**
 * Refuses a call that the service would refuse, which would end the session.
 * @throws {ApiError} 403
 */
function requireAccess(path: string, route: AppRoute): void {
  const { access } = route.metadata as { access: Access };
  const me = queryClient.getQueryData<{ body: Rights }>(ME_KEY)?.body;
  if (me && !isAllowed(me, access))
    throw new ApiError(path, 403, '', { detail: 'Forbidden', code: 'privileges_required' });
}

/**
 * TanStack Query hooks for the contract. A failed call throws an `ApiError`. A POST that creates or sends something is
 * safe to repeat with `useIdempotent`; other changes are by themselves.
 */
export const tsr: ReturnType<typeof initTsrReactQuery<typeof contract, Client>> = initTsrReactQuery(
  contract,
  {
    baseUrl: '',
    api: async ({ path, method, headers, body, fetchOptions, keepsSession, route }) => {
      requireAccess(path, route);
      const response = await fetchApi({ ...fetchOptions, path, method, headers, body, keepsSession }).catch(
        (error: unknown) => {
          // The account tells what is due: the layout then shows only the set-up.
          if (hasCode(error, 'second_factor_setup_required')) void refresh(ME_KEY);
          throw error;
        },
      );
      return { status: response.status, body: await bodyOf(response), headers: response.headers };
    },
  },
);

/** Reads of the contract outside of components. */
export const tsrClient: ReturnType<typeof tsr.initQueryClient> = tsr.initQueryClient(queryClient);

/** Query parameters of a route. */
export type QueryOf<Route extends AppRoute> =
  ClientInferRequest<Route> extends { query?: infer Query } ? NonNullable<Query> : never;
