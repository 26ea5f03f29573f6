import { DrizzleQueryError } from 'drizzle-orm';
import postgres from 'postgres';
import { BAD_CERTIFICATE } from '../errors.ts';

const causeOf = (error: unknown) => (error instanceof DrizzleQueryError ? error.cause : error);

const postgresError = (error: unknown) => {
  const cause = causeOf(error);
  return cause instanceof postgres.PostgresError ? cause : undefined;
};

/**
 * Returns an error that is safe to log: for a failed query its text and Postgres's code, without the values,
 * which include addresses and hashes, and without what quotes them: Postgres's detail, and the end of its message on
 * a value that it can't read. Of the cause of another error it keeps the name and code, as of a storage, and not the
 * message.
 */
export function loggable(error: Error): { type: string; message: string; stack: string } {
  const query = error instanceof DrizzleQueryError ? { query: error.query } : {};
  const sqlState = postgresError(error)?.code;
  const cause = causeOf(error) as Error;
  const message = sqlState?.startsWith(DATA_EXCEPTION)
    ? cause.message.replace(QUOTED, '').trimEnd()
    : cause.message;
  return {
    type: cause.name,
    message,
    ...query,
    ...(sqlState && { sqlState }),
    ...(cause.cause instanceof Error && { cause: namesOf(cause.cause) }),
    stack: cause.stack?.replace(cause.message, () => message) ?? '',
  };
}

/** Class of errors about values (PostgreSQL, Appendix A), as `invalid input syntax for type uuid: "…"`. */
const DATA_EXCEPTION = '22';
/** From the first colon or quotation mark, also in French and German. */
const QUOTED = /[:"«„].*/s;

const namesOf = ({ name, code }: Error & { code?: unknown }) => ({ type: name, code });

/** True if a write violates the constraint (or unique index) of that name. */
export const violates = (error: unknown, constraint: string): boolean =>
  postgresError(error)?.constraint_name === constraint;

/** The database can't be reached at the moment, and reports no error itself. */
export class DatabaseUnavailable extends Error {}

/**
 * Transient error classes and codes (PostgreSQL, Appendix A), which are retried; 25006 comes from a former primary, until
 * the proxy in front of it ends the connection.
 */
const TRANSIENT = /^(08|53|57P0[1-3]|57014|55P03|40001|40P01|25P0[34]|25006)/;
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
]);

const codeOf = (error: unknown) => String((causeOf(error) as { code?: unknown } | undefined)?.code);

const isUnreachable = (error: unknown) =>
  UNREACHABLE.has(codeOf(error)) || BAD_CERTIFICATE.test(codeOf(error));

/** Maps connection errors to `DatabaseUnavailable`; returns other errors unchanged. */
export const asUnavailable = (error: unknown): unknown =>
  error instanceof Error && isUnreachable(error)
    ? new DatabaseUnavailable(error.message, { cause: error })
    : error;

/** True if a statement was rolled back by a conflict with another one, and may be retried. */
export const isConflict = (error: unknown): boolean => /^40(001|P01)$/.test(postgresError(error)?.code ?? '');

/**
 * True if a statement was certainly not executed: its connection failed before it was sent
 * (patches/postgres), or the server shut down first (57P01).
 */
export const wasNotExecuted = (error: unknown): boolean =>
  (causeOf(error) as { unsent?: true } | undefined)?.unsent === true || codeOf(error) === '57P01';

/** True if an error is a response of a running server. */
export const isServerResponse = (error: unknown): boolean => {
  const sqlState = postgresError(error)?.code;
  return sqlState !== undefined && !sqlState.startsWith('57P0');
};

/** True if the database was unavailable: a retry may succeed a moment later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const sqlState = postgresError(error)?.code;
  if (sqlState) return TRANSIENT.test(sqlState);
  if (causeOf(error) instanceof DatabaseUnavailable) return true;
  return error instanceof DrizzleQueryError && isUnreachable(error);
}
