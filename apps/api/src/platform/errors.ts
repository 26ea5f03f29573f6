import { ERRORS, type ErrorCode } from '@agora/contract/shared/errors';

/** A refusal that the contract knows: thrown anywhere, answered by the one error handler. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, headers: Readonly<Record<string, string>> = {}) {
    const [status, detail] = ERRORS[code];
    super(detail);
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.headers = status === 401 ? { 'www-authenticate': 'Bearer', ...headers } : headers;
  }
}

/** Why the service can't start, in words for whoever starts it: shown without a stack. */
export class StartError extends Error {}
