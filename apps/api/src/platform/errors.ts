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

/** Server unreachable, login rejected, or database missing (PostgreSQL, Appendix A), for which PgBouncer says 08P01. */
const NO_DATABASE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|CONNECT_TIMEOUT|28\w{3}|3D000|08P01)$/;

/** A server that takes no writes: a standby, or one set to be read only. */
const READ_ONLY = '25006';

/** A server that stopped during a query, as PostgreSQL does when it can't write its WAL. */
const LOST_DATABASE = /^(CONNECTION_CLOSED|CONNECTION_ENDED|CONNECTION_DESTROYED|ECONNRESET|57P0\d)$/;

/** A full disk or an exhausted quota, as reported by a system call, by PostgreSQL, or in the output of a started program. */
const FULL_DISK = /^(ENOSPC|EDQUOT|53100)$/;
const FULL_DISK_WORDS = /no space left on device|disk quota exceeded/i;

/** A certificate that is expired, not valid yet, of another host, or of an unknown authority (Node.js, TLS errors). */
export const BAD_CERTIFICATE =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_(GET_ISSUER|VERIFY)|ERR_TLS_CERT_ALTNAME_INVALID$)/;

type Fault = Error & { code?: string };

const isFullDisk = (error: Fault): boolean =>
  FULL_DISK.test(error.code ?? '') ||
  FULL_DISK_WORDS.test(error.message) ||
  (error.cause instanceof Error && isFullDisk(error.cause));

/** The message for the operator about a failed start; undefined if the reason is unknown. */
export function startProblem(error: Fault): string | undefined {
  const { code = '', message } = error;
  if (isFullDisk(error))
    return 'The disk is full, that of DATA_DIR and MEDIA_DIR or that of the database: make room, then start again.';
  if (error instanceof StartError) return message;
  if (NO_DATABASE.test(code))
    return `The database can't be used (${message}): check DATABASE_URL, and MIGRATION_DATABASE_URL if it is set.`;
  if (code === READ_ONLY)
    return `The database can't be written (${message}): DATABASE_URL, or MIGRATION_DATABASE_URL, leads to a standby.`;
  if (LOST_DATABASE.test(code))
    return `The database ended the connection (${message}): its log tells why; perhaps its disk is full.`;
  if (BAD_CERTIFICATE.test(code))
    return `The certificate of the database is not accepted (${message}): renew it, or name its authority in NODE_EXTRA_CA_CERTS.`;
  // Drizzle wraps the error of a query.
  return error.cause instanceof Error ? startProblem(error.cause) : undefined;
}
