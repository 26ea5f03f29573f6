/** The messages that the specification gives statuses; never the transport's, which HTTP/2 leaves empty. */
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

/** One entry of a 422. */
export interface FieldProblem {
  type: string;
  loc: (string | number)[];
  msg: string;
  ctx?: Record<string, unknown>;
}

/** The body of the API's refusals. */
export interface Refusal {
  detail?: string | FieldProblem[];
  code?: string;
  request_id?: string;
  /** With `day_taken`: the message that has the day. */
  occupant?: { id: string; day: string; title: string };
  /** With `not_publishable`: what is to be written. */
  missing?: { locale: string; field: string }[];
  /** With `thread_advanced`: the entries that the caller has not seen, oldest first. */
  missed?: { id: string; author: string; body: string }[];
  /** With `version_conflict` of an article: what others saved meanwhile. */
  conflict?: Conflict;
  /** With `audience_changed`: how many devices there are now. */
  devices?: number;
}

export interface Conflict {
  /** Changed by both; empty where that is not known. */
  fields: string[];
  current: unknown;
  /** The values that the caller began with, where known. */
  base?: unknown;
  version: number;
  updated_at: string;
  updated_by: string | null;
}

/** A call that failed: refused by the API, or, with status 0, never answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly url: string;
  readonly status: number;
  /** As the transport says it, empty over HTTP/2; with status 0, `timeout` or `network`. */
  readonly statusText: string;
  /** As it came: JSON parsed, anything else as text, undefined where there is none. */
  readonly body: unknown;
  readonly requestId: string | undefined;

  constructor(url: string, status: number, statusText: string, body?: unknown, requestId?: string | null) {
    super(
      MESSAGES[status] ??
        `Generic Error: status: ${status}; status text: ${statusText}; body: ${JSON.stringify(body)}`,
    );
    this.url = url;
    this.status = status;
    this.statusText = statusText;
    this.body = body;
    this.requestId = this.refusal.request_id ?? requestId ?? undefined;
  }

  /** The API's refusal; empty if the answer is not the API's. */
  get refusal(): Refusal {
    return typeof this.body === 'object' && this.body !== null ? this.body : {};
  }
}
