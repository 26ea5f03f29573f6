import { VIEW_VISIBILITIES, type ViewList } from '@agora/contract/features/saved-views/saved-views.rules';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';

type Visibility = (typeof VIEW_VISIBILITIES)[number];

/** Names differ by more than letter case and accents. */
const nameKey = sql`lower(f_unaccent(name))`;

/**
 * Named lists of the back-office. Those that one person keeps are erased with the account; shared ones stay, without
 * their author. Trigger: `saved_views_audited` (audit log, without private ones).
 */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid().primaryKey(),
    list: text().$type<ViewList>().notNull(),
    name: text().notNull(),
    query: text().notNull(),
    /** The only person who has the view; null if all share it. */
    private_to: uuid().references(() => users.id, { onDelete: 'cascade' }),
    visibility: text()
      .$type<Visibility>()
      .notNull()
      .generatedAlwaysAs(sql`case when private_to is null then 'all' else 'private' end`),
    author_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
    created_at: moment().notNull(),
    /** Time when it was deleted; an undo restores it. */
    deleted_at: moment(),
  },
  (table) => [
    check('saved_views_private', sql`private_to = author_id`),
    uniqueIndex('saved_views_shared_name')
      .on(table.list, nameKey)
      .where(sql`private_to is null and deleted_at is null`),
    uniqueIndex('saved_views_private_name')
      .on(table.private_to, table.list, nameKey)
      .where(sql`deleted_at is null`),
    index('saved_views_author').on(table.author_id),
    index('saved_views_deleted').on(table.deleted_at).where(sql`deleted_at is not null`),
  ],
);

/** Without the column that Postgres derives. */
export type NewSavedView = typeof savedViews.$inferInsert;
