import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';

/**
 * Categories of articles. Triggers: `news_categories_changes` (version of what the app caches),
 * `news_categories_audited` (audit log).
 */
export const newsCategories = pgTable(
  'news_categories',
  {
    id: uuid().primaryKey(),
    name_fr: text().notNull(),
    name_en: text().notNull(),
    /** `#rrggbb` */
    color: text().notNull(),
    created_at: moment().notNull(),
  },
  () => [
    uniqueIndex('news_categories_name_fr').on(sql`lower(f_unaccent(name_fr))`),
    uniqueIndex('news_categories_name_en').on(sql`lower(f_unaccent(name_en))`),
  ],
);

export type NewsCategory = typeof newsCategories.$inferSelect;
