import { timestamp } from 'drizzle-orm/pg-core';

/** A timestamp column with millisecond precision, like JavaScript dates. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
