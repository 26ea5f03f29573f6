import { DrizzleQueryError } from 'drizzle-orm';
import postgres from 'postgres';

const causeOf = (error: unknown) => (error instanceof DrizzleQueryError ? error.cause : error);

const postgresError = (error: unknown) => {
  const cause = causeOf(error);
  return cause instanceof postgres.PostgresError ? cause : undefined;
};

/**
 * An error as it may be logged: of a failed query its text and Postgres's code, not the values, among which
 * are addresses and hashes; nor Postgres's detail, which quotes them.
 */
export function loggable(error: Error): { type: string; message: string; stack: string } {
  const query = error instanceof DrizzleQueryError ? { query: error.query } : {};
  const sqlState = postgresError(error)?.code;
  const cause = causeOf(error) as Error;
  return {
    type: cause.name,
    message: cause.message,
    ...query,
    ...(sqlState && { sqlState }),
    stack: cause.stack ?? '',
  };
}

/** Whether a write was refused by the constraint (or unique index) of that name. */
export const violates = (error: unknown, constraint: string): boolean =>
  postgresError(error)?.constraint_name === constraint;

/** The database can't be asked at the moment, for a reason that is not of its own telling. */
export class DatabaseUnavailable extends Error {}

/** Classes and codes of PostgreSQL's Appendix A that pass by themselves: try again. */
const TRANSIENT = /^(08|53|57P0[1-3]|57014|55P03|40001|40P01|25P0[34])/;
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

/** An error of the connection as what it means; others as they are. */
export const asUnavailable = (error: unknown): unknown =>
  error instanceof Error && UNREACHABLE.has(codeOf(error))
    ? new DatabaseUnavailable(error.message, { cause: error })
    : error;

/** Whether a statement lost against another one and was undone, so that it may be repeated. */
export const isConflict = (error: unknown): boolean => /^40(001|P01)$/.test(postgresError(error)?.code ?? '');

/**
 * Whether a statement was certainly not carried out: its connection failed before it was sent
 * (patches/postgres), or the server shut down instead of doing it (57P01).
 */
export const wasNotDone = (error: unknown): boolean =>
  (causeOf(error) as { unsent?: true } | undefined)?.unsent === true || codeOf(error) === '57P01';

/** Whether an error is an answer of a server that is up. */
export const isSignOfLife = (error: unknown): boolean => {
  const sqlState = postgresError(error)?.code;
  return sqlState !== undefined && !sqlState.startsWith('57P0');
};

/** Whether the database could not be asked, or not now: the same call may work a moment later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const sqlState = postgresError(error)?.code;
  if (sqlState) return TRANSIENT.test(sqlState);
  if (causeOf(error) instanceof DatabaseUnavailable) return true;
  return error instanceof DrizzleQueryError && UNREACHABLE.has(codeOf(error));
}
