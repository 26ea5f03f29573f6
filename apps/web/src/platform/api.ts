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
