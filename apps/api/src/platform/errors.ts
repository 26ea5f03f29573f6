import { ERRORS, type ErrorCode } from '@agora/contract/registry';
import { type ApiError } from '@agora/contract/shared/errors';

/** Additional fields of some refusals. */
type Details = Omit<ApiError, 'detail' | 'code' | 'request_id'>;

/** A refusal of the contract: thrown anywhere, handled by the one error handler. */
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

/** Reason for a failed start, as a message for the operator: shown without a stack. */
export class StartError extends Error {}
