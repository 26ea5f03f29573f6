import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from './accounts.users.table.ts';

/**
 * Days on which members used the app, each by its first moment: days begin elsewhere in another time zone. Deleted once the
 * dashboard has summed them up and nobody may look at them any more. Triggers: `member_days_at_changed` (dashboard).
 */
export const memberDays = pgTable(
  'member_days',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.at] }),
    index('member_days_at').on(table.at, table.user_id),
  ],
);
