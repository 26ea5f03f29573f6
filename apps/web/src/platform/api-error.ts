import type { ApiError as RefusalBody, ValidationError } from '@agora/contract/shared/errors';

/** Messages of the specification by status. The status text is not used: it is empty over HTTP/2. */
const MESSAGES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Validation Error',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** Error body of the API; empty if the response is not from the API. */
export type Refusal = Partial<Omit<RefusalBody, 'detail'>> & { detail?: string | ValidationError[] };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNonEmptyString = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

/** Validates an entry of the error list: a proxy may have written anything. */
function problemOf(entry: unknown): ValidationError {
  const { type, loc, msg, ctx } = isRecord(entry) ? entry : {};
  return {
    type: isNonEmptyString(type) ? type : '',
    loc: Array.isArray(loc) ? loc : [],
    msg: isNonEmptyString(msg) ? msg : '',
    input: undefined,
    ctx: isRecord(ctx) ? ctx : {},
  };
}

/**
 * Validates an error body: its texts are rendered as they are, and values of other types would break the
 * page.
 */
function refusalOf(body: unknown): Refusal {
  if (!isRecord(body)) return {};
  const { detail, code, request_id, ...rest } = body;
  return {
    ...rest,
    ...(isNonEmptyString(detail) && { detail }),
    ...(Array.isArray(detail) && { detail: detail.map(problemOf) }),
    ...(isNonEmptyString(code) && { code }),
    ...(isNonEmptyString(request_id) && { request_id }),
  };
}

export type Conflict = NonNullable<Refusal['conflict']>;

/** A failed request: rejected by the API, or without a response (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly url: string;
  readonly status: number;
  /** Status text of the transport, empty over HTTP/2; with status 0, `timeout` or `network`. */
  readonly statusText: string;
  /** Response body: parsed JSON, otherwise text; undefined if there is none. */
  readonly body: unknown;
  readonly requestId: string | undefined;
  /** Error body; empty if the response is not from the API. */
  readonly refusal: Refusal;

  constructor(url: string, status: number, statusText: string, body?: unknown, requestId?: string | null) {
    super(
      MESSAGES[status] ??
        `Generic Error: status: ${status}; status text: ${statusText}; body: ${JSON.stringify(body)}`,
    );
    this.url = url;
    this.status = status;
    this.statusText = statusText;
    this.body = body;
    this.refusal = refusalOf(body);
    this.requestId = this.refusal.request_id ?? requestId ?? undefined;
  }
}

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.refusal.code === code;
