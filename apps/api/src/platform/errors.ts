import { type ApiError, ERRORS, type ErrorCode } from '@agora/contract/shared/errors';

/** What some refusals tell beside their code. */
type Details = Omit<ApiError, 'detail' | 'code' | 'request_id'>;

/** A refusal that the contract knows: thrown anywhere, answered by the one error handler. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: Details;

  constructor(code: ErrorCode, headers: Readonly<Record<string, string>> = {}, details: Details = {}) {
    const [status, detail] = ERRORS[code];
    super(detail);
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.details = details;
    this.headers = status === 401 ? { 'www-authenticate': 'Bearer', ...headers } : headers;
  }
}

/** Why the service can't start, in words for whoever starts it: shown without a stack. */
export class StartError extends Error {}
