import { ApiError } from './api-error.ts';
import { getLocale } from './i18n.ts';
import { endSession, getToken } from './session.ts';
import { isUserActive } from './user-activity.ts';

/** Time limits of a call, and of one that sends a file, in milliseconds. */
const TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 300_000;

interface Call {
  path: string;
  method: string;
  headers?: Record<string, string>;
  body?: BodyInit | null | undefined;
  signal?: AbortSignal | null | undefined;
  /** True for a call that goes on when the page is left. */
  keepalive?: boolean | undefined;
  /** True for a response that may take any time, such as events or an export. */
  isStream?: boolean;
  /** True if a 401 or 403 leaves the session and the page alone: the caller handles it. */
  keepsSession?: boolean | undefined;
}

/** Sent in place of the last event id when events may have been missed; the service then replies `resync`. */
export const UNKNOWN_EVENT_ID = 'unknown';

/** Id of the last event before the first call that was answered. */
export let firstEventId: string | null = null;
let firstCall = Number.POSITIVE_INFINITY;
let calls = 0;

/**
 * Makes a call with the token of the session. A 401 or 403 ends the session, unless the call keeps it.
 * @throws {ApiError} for every response but success
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
  // Another token is another session: of a tab where somebody signed in meanwhile.
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
 * @throws {ApiError} if it does not arrive whole
 */
export async function readBody<Body>(
  response: Response,
  read: (response: Response) => Promise<Body>,
): Promise<Body> {
  try {
    return await read(response);
  } catch (error) {
    const { name } = error as Error;
    // A page in place of data has arrived whole.
    const isHtml = name === 'SyntaxError' && !response.headers.get('content-type')?.includes('json');
    if (isHtml || name === 'AbortError') throw error;
    throw new ApiError(response.url, 0, name === 'TimeoutError' ? 'timeout' : 'network');
  }
}

/** Body of a successful response; undefined for a 204. */
export const bodyOf = (response: Response): Promise<unknown> =>
  readBody(response, async (received) => (received.status === 204 ? undefined : received.json()));
