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

/** Server unreachable, login rejected, or database missing (PostgreSQL, Appendix A). */
const NO_DATABASE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|CONNECT_TIMEOUT|28\w{3}|3D000)$/;

/** The sentence for the operator, if a start failed for want of a database. */
export const noDatabase = (error: Error & { code?: string }): string | undefined =>
  error.code && NO_DATABASE.test(error.code)
    ? `The database can't be used (${error.message}): check DATABASE_URL, and MIGRATION_DATABASE_URL if it is set.`
    : undefined;
