import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../users/users.table.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull();

/** Who is signed in where. A token is worth as much as the row that its `sid` names. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: moment(),
    /** To the nearest five minutes. */
    last_used_at: moment(),
    expires_at: moment(),
    ip: text().notNull(),
    user_agent: text().notNull(),
  },
  (table) => [index('sessions_user').on(table.user_id), index('sessions_expiry').on(table.expires_at)],
);
