import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

export const newsCategories = pgTable(
  'news_categories',
  {
    id: uuid().primaryKey(),
    name_fr: text().notNull(),
    name_en: text().notNull(),
    /** `#rrggbb` */
    color: text().notNull(),
    created_at: timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  },
  () => [
    uniqueIndex('news_categories_name_fr').on(sql`lower(f_unaccent(name_fr))`),
    uniqueIndex('news_categories_name_en').on(sql`lower(f_unaccent(name_en))`),
  ],
);

export type NewsCategory = typeof newsCategories.$inferSelect;
