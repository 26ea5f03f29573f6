import type { AppRoute, ClientInferRequest, ClientInferResponseBody } from '@ts-rest/core';
import { ApiError } from './api-error.ts';
import { getLocale } from './i18n.ts';
import { loadRefusalTexts } from './refusals.ts';
import { endSession, getToken } from './session.ts';

/** Milliseconds after which an answer is no longer waited for. */
const TIMEOUT = 30_000;

interface Call {
  path: string;
  method: string;
  headers?: Record<string, string>;
  body?: BodyInit | null | undefined;
  signal?: AbortSignal | null | undefined;
  /** Whether the answer goes on for as long as it is listened to. */
  isStream?: boolean;
}

/** In place of the last event heard, by whoever may have missed some: the service then says `resync`. */
export const UNKNOWN = 'unknown';

/** The last event before what was asked for first, of all that was answered so far. */
export let firstEventId: string | null = null;
let firstCall = Number.POSITIVE_INFINITY;
let calls = 0;

/**
 * Makes a call as whoever is signed in. A 401 or 403 ends the session.
 * @throws {ApiError} for every answer but success
 */
export async function fetchApi({ path, method, headers, body, signal, isStream }: Call): Promise<Response> {
  const token = getToken();
  const order = calls++;
  const timeout = isStream ? new AbortController().signal : AbortSignal.timeout(TIMEOUT);
  const response = await fetch(path, {
    method,
    body: body ?? null,
    credentials: 'include',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      'accept-language': getLocale(),
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
    },
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(path, 0, timeout.aborted ? 'timeout' : 'network');
  });
  if (token && order < firstCall) {
    firstCall = order;
    firstEventId = response.headers.get('x-event-id') ?? UNKNOWN;
  }
  if (response.ok) return response;
  if (token && (response.status === 401 || response.status === 403)) endSession({ comeBack: true });
  const text = await response.text().catch(() => '');
  const requestId = response.headers.get('x-request-id');
  await loadRefusalTexts();
  throw new ApiError(response.url, response.status, response.statusText, parse(text), requestId);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}

/** The body of a successful answer; a 204 has none. */
export const bodyOf = (response: Response): Promise<unknown> =>
  response.status === 204 ? Promise.resolve() : response.json();

interface CallParts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Names the call, so that it takes effect once however often it is repeated. */
  key?: string;
}

/**
 * Calls a route of the contract: the small client, without ts-rest's, for pages that must load at once.
 * @throws {ApiError}
 */
export async function call<Route extends AppRoute>(
  route: Route,
  parts: ClientInferRequest<Route> & CallParts,
): Promise<ClientInferResponseBody<Route, 200>> {
  const { params = {}, query = {}, body, key } = parts as CallParts;
  const isForm = 'contentType' in route && route.contentType === 'application/x-www-form-urlencoded';
  const response = await fetchApi({
    path: pathOf(route.path, params, query),
    method: route.method,
    ...(body !== undefined && {
      body: isForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body),
    }),
    headers: {
      ...(body !== undefined && {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  });
  return bodyOf(response) as Promise<ClientInferResponseBody<Route, 200>>;
}

/** The path of a route with its parameters in place, and the query of what is defined. */
export function pathOf(path: string, params: Record<string, string>, query: Record<string, unknown>): string {
  const filled = path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ).toString();
  return search ? `${filled}?${search}` : filled;
}
