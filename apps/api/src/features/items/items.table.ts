import { getTableColumns, sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';

/** Keys of the words of titles, and of the lines that search matches; the index below uses exactly this expression. */
export const itemSearchKeys = sql`search_keys(title, title || E'\n' || coalesce(description, ''))`;

/** Sort key of titles; the indexes below use exactly this expression. */
export const titleKey = sql`lower(f_unaccent(title))`;

/** Not in the trash. */
const isLive = sql`deleted_at is null`;

/** Items of members. Triggers: `items_counted` (counts of the lists), `items_audited` (audit log). */
export const items = pgTable(
  'items',
  {
    id: uuid().primaryKey(),
    owner_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text(),
    created_at: moment().notNull(),
    /** Time when it was moved to the trash; only trash routes find such an item. */
    deleted_at: moment(),
    /** Title and description as searches compare them, a line each. */
    search_text: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(f_unaccent(title || E'\n' || coalesce(description, '')))`),
  },
  (table) => [
    index('items_newest').on(table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('items_owner_newest').on(
      table.owner_id,
      table.created_at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('items_by_title').on(titleKey, table.id).where(isLive),
    index('items_owner_by_title').on(table.owner_id, titleKey, table.id).where(isLive),
    index('items_search').using('gin', table.search_text.op('gin_trgm_ops')).where(isLive),
    index('items_search_keys').using('gin', itemSearchKeys).where(isLive),
    index('items_deleted').on(table.deleted_at).where(sql`deleted_at is not null`),
  ],
);

const { search_text: _searched, ...shown } = getTableColumns(items);

/** Columns of an `Item`. */
export const columnsOfItem = shown;

/** Without what only searches read. */
export type Item = Omit<typeof items.$inferSelect, 'search_text'>;
export type NewItem = typeof items.$inferInsert;
