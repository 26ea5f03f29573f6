import { ApiError } from './api-error.ts';
import { getLocale } from './i18n.ts';
import { endSession, getToken } from './session.ts';
import { isUserActive } from './user-activity.ts';

/** Time limits of a request without and with a file. */
const TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 300_000;

interface Call {
  path: string;
  method: string;
  headers?: Record<string, string>;
  body?: BodyInit | null | undefined;
  signal?: AbortSignal | null | undefined;
  /** True if the request continues after the page is closed. */
  keepalive?: boolean | undefined;
  /** True if the response has no time limit, such as events or an export. */
  isStream?: boolean;
  /** True if the caller handles a 401 or 403 itself, so that the session does not end. */
  keepsSession?: boolean | undefined;
}

/** Sent instead of the last event id if events may have been missed; the service then sends `resync`. */
export const UNKNOWN_EVENT_ID = 'unknown';

/** Id of the last event before the earliest request that has a response. */
export let firstEventId: string | null = null;
let firstCall = Number.POSITIVE_INFINITY;
let calls = 0;

/**
 * Sends a request with the token of the session. A 401 or 403 ends the session, unless `keepsSession`.
 * @throws {ApiError} for every unsuccessful response
 */
export async function fetchApi({
  path,
  method,
  headers,
  body,
  signal,
  keepalive = false,
  isStream,
  keepsSession = false,
}: Call): Promise<Response> {
  const token = getToken();
  const order = calls++;
  const timeoutMs = body instanceof FormData ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS;
  const timeout = isStream ? new AbortController().signal : AbortSignal.timeout(timeoutMs);
  const response = await fetch(path, {
    method,
    body: body ?? null,
    keepalive,
    credentials: 'include',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      'accept-language': getLocale(),
      ...(!isUserActive() && { 'x-unattended': 'true' }),
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
    },
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(path, 0, timeout.aborted ? 'timeout' : 'network');
  });
  if (token && order < firstCall) {
    firstCall = order;
    firstEventId = response.headers.get('x-event-id') ?? UNKNOWN_EVENT_ID;
  }
  if (response.ok) return response;
  const endsSession = response.status === 401 || response.status === 403;
  // A different token belongs to a newer session, started in another tab during the request.
  if (endsSession && !keepsSession && token === getToken()) endSession({ returnsAfterSignIn: true });
  const text = await response.text().catch(() => '');
  const requestId = response.headers.get('x-request-id');
  throw new ApiError(response.url, response.status, response.statusText, parse(text), requestId);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}

/**
 * Reads the body of a successful response.
 * @throws {ApiError} if it does not arrive completely
 */
export async function readBody<Body>(
  response: Response,
  read: (response: Response) => Promise<Body>,
): Promise<Body> {
  try {
    return await read(response);
  } catch (error) {
    const { name } = error as Error;
    // An HTML page instead of JSON arrived completely: this is no network error.
    const isHtml = name === 'SyntaxError' && !response.headers.get('content-type')?.includes('json');
    if (isHtml || name === 'AbortError') throw error;
    throw new ApiError(response.url, 0, name === 'TimeoutError' ? 'timeout' : 'network');
  }
}

/** Body of a successful response; undefined for a 204. */
export const bodyOf = (response: Response): Promise<unknown> =>
  readBody(response, async (received) => (received.status === 204 ? undefined : received.json()));
