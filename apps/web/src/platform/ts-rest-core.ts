import type * as core from '@ts-rest/core';
import { pathOf } from './api.ts';

/**
 * What @ts-rest/react-query calls of @ts-rest/core, in its place (vite.config.ts): that package carries all of
 * zod 3 along, 11 kB gzipped, which no browser of ours uses. The types are held against the original's.
 */
type Fetcher = NonNullable<core.ClientArgs['api']>;

interface Inputs {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  extraHeaders?: Record<string, string>;
  fetchOptions?: core.FetchOptions;
}

type FetchArgs = Parameters<Fetcher>[0] & { api: Fetcher };

export const isAppRoute: typeof core.isAppRoute = (value): value is core.AppRoute =>
  'method' in value && 'path' in value;

export const isAppRouteQuery: typeof core.isAppRouteQuery = (route): route is core.AppRouteQuery =>
  route.method === 'GET';

export const isErrorResponse = ({ status }: { status: number }): boolean => status < 200 || status >= 300;

export function evaluateFetchApiArgs(
  route: core.AppRoute,
  { api }: core.ClientArgs,
  { params = {}, query = {}, body, extraHeaders = {}, fetchOptions }: Inputs = {},
): FetchArgs {
  const headers = body === undefined ? extraHeaders : { 'content-type': 'application/json', ...extraHeaders };
  return {
    api: api as Fetcher,
    route,
    path: pathOf(route.path, params, query),
    method: route.method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    rawBody: body,
    rawQuery: query,
    contentType: 'application/json',
    ...(fetchOptions && { fetchOptions }),
  };
}

export const fetchApi = ({ api, ...args }: FetchArgs) => api(args);

export const getRouteQuery = (route: core.AppRoute, clientArgs: core.ClientArgs) => (inputs?: Inputs) =>
  fetchApi(evaluateFetchApiArgs(route, clientArgs, inputs));

/** Beside the contract's own answers `fetchApi` throws: no answer is unknown. */
export const isUnknownErrorResponse = (): boolean => false;

export function exhaustiveGuard(): never {
  throw new Error('An answer of the contract was not handled');
}
