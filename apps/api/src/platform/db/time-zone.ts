import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** A moment, and the zone whose days count. */
export interface Clock {
  now: Date;
  timeZone: string;
}

/** When a civil day, or the day so many days later, begins: by the zone's own rules, for days have 23 to 25 hours. */
export const startOfDay = (day: string, timeZone: string, later = 0): SQL =>
  sql`(${day}::date + ${later}::int)::timestamp at time zone ${timeZone}::text`;

/** The same as a moment: the database answers, so that nobody else has rules of time zones. */
export async function momentOf(db: Db, day: string, timeZone: string): Promise<Date> {
  const [row] = await db.execute<{ moment: string }>(sql`select ${startOfDay(day, timeZone)} as moment`);
  return new Date(row?.moment ?? Number.NaN);
}
