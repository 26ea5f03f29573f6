import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { when } from './filter.ts';

/** A timestamp, and the time zone for its civil day. */
export interface Clock {
  now: Date;
  timeZone: string;
}

/**
 * Start of a civil day, or of a later one, by the zone's own rules: days have 23 to 25 hours. If clocks repeat midnight,
 * as on the Azores, `at time zone` returns the second one: the local time an hour before reveals the offset to the first.
 */
export function startOfDay(day: string | SQL, timeZone: string, later = 0): SQL {
  const midnight = sql`(${day}::date + ${later}::int)::timestamp`;
  const last = sql`${midnight} at time zone ${timeZone}::text`;
  const before = sql`(${last} - interval '1 hour') at time zone ${timeZone}::text`;
  return sql`(${last} - (${before} - (${midnight} - interval '1 hour')))`;
}

/** Condition on a moment: in the civil days from the first to the last one, both included. Either may be absent. */
export const inPeriod = (
  moment: SQLWrapper,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): SQL | undefined =>
  and(
    when(from, (day) => sql`${moment} >= ${startOfDay(day, timeZone)}`),
    when(to, (day) => sql`${moment} < ${startOfDay(day, timeZone, 1)}`),
  );

/** The start of a day as a date: only the database applies time zone rules. */
export async function readStartOfDay(db: Db, day: string, timeZone: string): Promise<Date> {
  const [row] = await db.execute<{ moment: string }>(sql`select ${startOfDay(day, timeZone)} as moment`);
  return new Date(row?.moment ?? Number.NaN);
}
