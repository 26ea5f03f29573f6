import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';

/** Pictures, of which the files lie in the storage under their id. */
export const media = pgTable(
  'media',
  {
    /** The beginning of the SHA-256 of what was sent, as a UUID of version 8. */
    id: uuid().primaryKey(),
    width: integer().notNull(),
    height: integer().notNull(),
    created_at: moment().notNull(),
    /** When somebody last sent it: a picture that nothing shows is kept for a time. */
    sent_at: moment().notNull(),
    /** Whether its files are there for sure. Without, it is no picture to anybody, and the housekeeping ends it. */
    has_files: boolean().notNull().default(true),
  },
  (table) => [
    index('media_newest').on(table.created_at, table.id),
    index('media_without_files').on(table.id).where(sql`not has_files`),
    check('media_size', sql`width > 0 and height > 0`),
  ],
);

export type Media = typeof media.$inferSelect;
