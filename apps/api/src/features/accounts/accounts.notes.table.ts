import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from './accounts.users.table.ts';

/** Notes of the team about a person, who never reads them. An emptied note keeps its row. */
export const userNotes = pgTable(
  'user_notes',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    body: text().notNull(),
    version: integer().notNull(),
    updated_at: moment().notNull(),
    updated_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('user_notes_updated_by').on(table.updated_by)],
);
