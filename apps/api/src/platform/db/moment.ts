import { timestamp } from 'drizzle-orm/pg-core';

/** A column of moments, to the millisecond, as JavaScript's dates are. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
