import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';

/** Pictures, with their files in the storage under their id. */
export const media = pgTable(
  'media',
  {
    /** The beginning of the upload's SHA-256, as a UUID of version 8. */
    id: uuid().primaryKey(),
    width: integer().notNull(),
    height: integer().notNull(),
    created_at: moment().notNull(),
    /** Time of the last upload: an unused picture is kept for a while. */
    sent_at: moment().notNull(),
    /** True once its files exist. Until then the picture is hidden, and the housekeeping deletes it. */
    has_files: boolean().notNull().default(true),
  },
  (table) => [
    index('media_newest').on(table.created_at, table.id),
    index('media_without_files').on(table.id).where(sql`not has_files`),
    check('media_size', sql`width > 0 and height > 0`),
  ],
);

export type Media = typeof media.$inferSelect;
