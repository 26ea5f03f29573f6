import { ALERT_KINDS } from '@agora/contract/features/alerts/alerts.rules';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';
import { approvals } from '../approvals/approvals.table.ts';
import { broadcasts } from '../broadcasts/broadcasts.table.ts';
import { messageThreads } from '../messages/messages.table.ts';

/** Written by triggers, by the function `alert_user`. Trigger: `alerts_notify` (live updates). */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ALERT_KINDS }).notNull(),
    thread_id: uuid().references(() => messageThreads.id, { onDelete: 'cascade' }),
    broadcast_id: uuid().references(() => broadcasts.id, { onDelete: 'cascade' }),
    approval_id: uuid().references(() => approvals.id, { onDelete: 'cascade' }),
    /** Null: the service. */
    actor_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: moment().notNull(),
    read_at: moment(),
  },
  (table) => [
    check(
      'alerts_kind',
      sql`kind IN ('assigned', 'answered', 'mentioned', 'broadcast', 'broadcast_approval', 'news_approval')`,
    ),
    check('alerts_about', sql`num_nonnulls(thread_id, broadcast_id, approval_id) = 1`),
    uniqueIndex('alerts_unread')
      .on(table.user_id, table.kind, sql`coalesce(thread_id, broadcast_id, approval_id)`)
      .where(sql`read_at is null`),
    index('alerts_newest').on(
      table.user_id,
      table.created_at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('alerts_thread').on(table.thread_id),
    index('alerts_broadcast').on(table.broadcast_id),
    index('alerts_approval').on(table.approval_id),
    index('alerts_actor').on(table.actor_id),
    index('alerts_created').on(table.created_at),
  ],
);
