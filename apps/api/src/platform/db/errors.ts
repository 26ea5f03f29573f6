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

/** Whether the database could not be asked, or not now: the same call may work a moment later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const sqlState = postgresError(error)?.code;
  if (sqlState) return TRANSIENT.test(sqlState);
  const cause = causeOf(error);
  return error instanceof DrizzleQueryError && UNREACHABLE.has(String((cause as { code?: unknown })?.code));
}
