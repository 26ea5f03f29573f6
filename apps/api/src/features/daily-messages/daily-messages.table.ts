import type {
  DailyMessageIssue,
  DailyMessageStatus,
  MissingLocale,
  Translations,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';

const person = () => uuid().references(() => users.id, { onDelete: 'set null' });

/** Text that search matches, and the keys of its words and lines; the indexes below use exactly these expressions. */
export const dailyMessageSearchText = sql`lower(f_unaccent(translated_text(translations)))`;
export const dailyMessageSearchKeys = sql`search_keys(translated_text(translations), translated_text(translations))`;

/**
 * Messages for a day or for the reserve. The exclusion constraint `daily_messages_day`, which Drizzle cannot
 * declare, allows one per day, trash aside. It is checked after each statement, so that two messages can swap
 * days in one. Triggers: `daily_messages_withdrawn` (issues of a withdrawn message),
 * `daily_messages_changes` (version of what the app caches), `daily_messages_audited` (audit log).
 */
export const dailyMessages = pgTable(
  'daily_messages',
  {
    id: uuid().primaryKey(),
    /** Null for the reserve. */
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
    /** Time when it was moved to the trash. */
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
    index('daily_messages_search_keys').using('gin', dailyMessageSearchKeys),
    check('daily_messages_status', sql`status in ('draft', 'ready')`),
    check('daily_messages_missing_locale', sql`missing_locale in ('fallback', 'hide')`),
  ],
);

/** True of messages without a text in this language. */
export const lacksLocale = (locale: string) =>
  sql`coalesce(trim(${dailyMessages.translations} #>> array[${locale}, 'body']), '') = ''`;

export type DailyMessage = typeof dailyMessages.$inferSelect;
export type NewDailyMessage = typeof dailyMessages.$inferInsert;

/**
 * Messages as shown per day. The row of an empty day is the choice from the reserve: the first instance asked
 * inserts it, and all others use it. Trigger: `daily_message_issues_changes` (version of what the app caches).
 */
export const dailyMessageIssues = pgTable(
  'daily_message_issues',
  {
    day: date({ mode: 'string' }).primaryKey(),
    /** Kept once the message is erased, as phones know it by this id. */
    message_id: uuid().notNull(),
    /** Version of the message that `translations` and `link` come from. */
    version: integer().notNull(),
    source: text().$type<DailyMessageIssue['source']>().notNull(),
    translations: jsonb().$type<Translations>().notNull(),
    link: text(),
    missing_locale: text().$type<MissingLocale>().notNull(),
    first_served_at: moment().notNull(),
    /** Time when the message was withdrawn while its day lasted; set by a trigger. */
    withdrawn_at: moment(),
  },
  (table) => [index('daily_message_issues_message').on(table.message_id, table.day.desc().nullsFirst())],
);

export type NewIssue = typeof dailyMessageIssues.$inferInsert;
export type IssueRow = typeof dailyMessageIssues.$inferSelect;
