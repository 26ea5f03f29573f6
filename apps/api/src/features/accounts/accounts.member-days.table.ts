import { boolean, date, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from './accounts.users.table.ts';

/**
 * Days on which members used the app, in the organisation's time zone. Triggers of `users` write them, and
 * `count_active_members` counts them for the dashboard.
 */
export const memberDays = pgTable(
  'member_days',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    /** First moment of the day. */
    at: moment().notNull(),
    /** False while the account is in the trash or a superuser's, and so not counted. */
    is_member: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.day] }),
    index('member_days_day').on(table.day, table.user_id),
  ],
);
