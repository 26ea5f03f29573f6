import { type SQL, sql } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';

/** A timestamp column with millisecond precision, like JavaScript dates. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** A moment as a parameter: in an expression, PostgreSQL could not infer its type. */
export const momentOf = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`;
