import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../db/moment.ts';

/** The last good backup, in one row at most. */
export const lastBackup = pgTable(
  'last_backup',
  {
    is_last: boolean().primaryKey().default(true),
    name: text().notNull(),
    /** When it began: it contains what was written before. */
    made_at: moment().notNull(),
  },
  (table) => [check('last_backup_once', sql`${table.is_last}`)],
);
