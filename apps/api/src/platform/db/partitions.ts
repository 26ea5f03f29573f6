import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** Adds the partitions of the next months to the tables that have one for each month. */
export const addMonths = (db: Db) => db.execute(sql`select add_months()`);
