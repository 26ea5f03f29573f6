import type {
  DailyMessageIssue,
  DailyMessageStatus,
  MissingLocale,
  Translations,
} from '@agora/contract/features/daily-messages/daily-messages.contract';
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';

const person = () => uuid().references(() => users.id, { onDelete: 'set null' });

/** What a search looks in; the trigram index below is on exactly this expression. */
export const dailyMessageSearchText = sql`lower(f_unaccent(daily_message_text(translations)))`;

/**
 * Written by the team, for a day or for the reserve. That no two living ones have one day is an exclusion
 * constraint, `daily_messages_day`, which Drizzle can't declare: it is judged when a statement is done, so that
 * two messages can change places in one.
 */
export const dailyMessages = pgTable(
  'daily_messages',
  {
    id: uuid().primaryKey(),
    /** Null: in the reserve. */
    day: date({ mode: 'string' }),
    status: text().$type<DailyMessageStatus>().notNull(),
    translations: jsonb().$type<Translations>().notNull(),
    link: text(),
    missing_locale: text().$type<MissingLocale>().notNull(),
    version: integer().notNull().default(1),
    created_at: moment().notNull(),
    created_by: person(),
    updated_at: moment().notNull(),
    updated_by: person(),
    /** In the trash since then. */
    deleted_at: moment(),
  },
  (table) => [
    index('daily_messages_reserve')
      .on(table.created_at, table.id)
      .where(sql`day is null and deleted_at is null`),
    index('daily_messages_updated').on(table.updated_at, table.id),
    index('daily_messages_created_by').on(table.created_by),
    index('daily_messages_updated_by').on(table.updated_by),
    index('daily_messages_deleted').on(table.deleted_at).where(sql`deleted_at is not null`),
    index('daily_messages_search').using('gin', sql`${dailyMessageSearchText} gin_trgm_ops`),
    check('daily_messages_status', sql`status in ('draft', 'ready')`),
    check('daily_messages_missing_locale', sql`missing_locale in ('fallback', 'hide')`),
  ],
);

export type DailyMessage = typeof dailyMessages.$inferSelect;
export type NewDailyMessage = typeof dailyMessages.$inferInsert;

/**
 * What members were shown on a day. The row of an empty day is the choice from the reserve: the first instance
 * that is asked makes it, and all others follow.
 */
export const dailyMessageIssues = pgTable(
  'daily_message_issues',
  {
    day: date({ mode: 'string' }).primaryKey(),
    message_id: uuid().references(() => dailyMessages.id, { onDelete: 'set null' }),
    /** Of the message as it is in `translations` and `link`. */
    version: integer().notNull(),
    source: text().$type<DailyMessageIssue['source']>().notNull(),
    translations: jsonb().$type<Translations>().notNull(),
    link: text(),
    missing_locale: text().$type<MissingLocale>().notNull(),
    first_served_at: moment().notNull(),
    /** Since when, while the day lasted, its message could not be shown any more; written by a trigger. */
    withdrawn_at: moment(),
  },
  (table) => [index('daily_message_issues_message').on(table.message_id, table.day.desc().nullsFirst())],
);

export type NewIssue = typeof dailyMessageIssues.$inferInsert;
export type IssueRow = typeof dailyMessageIssues.$inferSelect;
