import { MESSAGE_CATEGORIES, OVERDUE_HOURS } from '@agora/contract/features/messages/messages.rules';
import {
  type BounceReason,
  type Delivery,
  type EntryKind,
  MESSAGE_STATUSES,
  type MessageCategory,
  type MessageContext,
  type MessageStatus,
  type SnoozeKind,
} from '@agora/contract/features/messages/messages.schema';
import type { Locale } from '@agora/contract/shared/locale';
import { LOCALES } from '@agora/contract/shared/locales';
import { and, type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, momentOf } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';

/** A kind of conversation, as counted by the triggers. */
interface ThreadKinds {
  statuses?: readonly MessageStatus[];
  categories?: readonly MessageCategory[];
  locales?: readonly Locale[];
  awaiting?: readonly boolean[];
}

/** Keys of the counters of these kinds of conversations; all kinds by default. */
export const threadCounterKeys = ({
  statuses = MESSAGE_STATUSES,
  categories = MESSAGE_CATEGORIES,
  locales = LOCALES,
  awaiting = [true, false],
}: ThreadKinds): string[] =>
  statuses.flatMap((status) =>
    categories.flatMap((category) =>
      locales.flatMap((locale) =>
        awaiting.map(
          (isAwaiting) => `message_threads:${status}:${category}:${locale}:${isAwaiting ? 't' : 'f'}`,
        ),
      ),
    ),
  );

/** Keys of the words and lines of subjects, and texts that search matches; the indexes below use exactly these expressions. */
export const threadSearchKeys = sql`search_keys(subject, search_text)`;
export const entrySearchText = sql`lower(f_unaccent(body))`;

/**
 * Conversations of members with the team. Triggers: `message_threads_counted` (counts by every criterion of the
 * lists, see `threadCounterKeys`), `message_threads_received_at_changed` and `message_threads_closed_at_changed`
 * (dashboard), `message_threads_snooze_counted` (counts in open pages), `message_threads_assigned` (alert of the assignee), `message_threads_notify` (live updates),
 * `message_threads_audited` (audit log), `message_threads_answers_forgotten` (answers kept for repeats). One of `users`
 * unassigns them from those who may not answer any longer.
 */
export const messageThreads = pgTable(
  'message_threads',
  {
    id: uuid().primaryKey(),
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    category: text().$type<MessageCategory>().notNull(),
    status: text().$type<MessageStatus>().notNull(),
    assignee_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    locale: text({ enum: LOCALES }).notNull(),
    /** App and phone of the first message. */
    app_context: jsonb().$type<MessageContext>().notNull(),
    created_at: moment().notNull(),
    /** Time of the member's first message; null if the team started the conversation, even by answering a rating. */
    received_at: moment(),
    /** Time of the latest member message, of the latest reply, and of the later of the two. */
    last_member_at: moment(),
    last_staff_at: moment(),
    last_at: moment().notNull(),
    /**
     * Time of the message since which the member waits for the team, null once it is answered. Kept where the
     * conversation is closed or spam, since it may be reopened: only valid with `awaiting_team`.
     */
    awaiting_since: moment(),
    /** Time of the member's last reading. */
    member_read_at: moment(),
    /** Time of the first reply to a conversation that was received. */
    first_answered_at: moment(),
    closed_at: moment(),
    reopened_from_id: uuid().references((): AnyPgColumn => messageThreads.id, { onDelete: 'set null' }),
    /** Time at which a snoozed conversation wakes, or woke; null again once somebody handled it. */
    snoozed_until: moment(),
    snooze_kind: text().$type<SnoozeKind>(),
    /** Until then a pending reply counts as the answer: a minute after it is due. */
    reply_until: moment(),
    /** End of the time in which it is snoozed or about to be answered. */
    asleep_until: moment().generatedAlwaysAs(sql`greatest(snoozed_until, reply_until)`),
    snoozed_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Number of entries: the position of the latest. */
    entry_count: integer().notNull(),
    version: integer().notNull().default(1),
    /** True while the member waits for the team, also while it is snoozed: see `awaitsTeam`. */
    awaiting_team: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`status in ('new', 'open') and coalesce(last_member_at > coalesce(last_staff_at, '-infinity'), false)`,
      ),
    /** Subject as searches compare it. */
    search_text: text().notNull().generatedAlwaysAs(sql`lower(f_unaccent(subject))`),
  },
  (table) => {
    const byTime = [table.last_at, table.id] as const;
    return [
      uniqueIndex('message_threads_number').on(table.number),
      index('message_threads_newest')
        .on(...byTime)
        .where(sql`status <> 'spam'`),
      index('message_threads_awaiting')
        .on(...byTime)
        .where(sql`awaiting_team`),
      index('message_threads_waiting').on(table.awaiting_since, table.id).where(sql`awaiting_team`),
      index('message_threads_unassigned')
        .on(...byTime)
        .where(sql`assignee_id is null and status <> 'spam'`),
      index('message_threads_assignee').on(table.assignee_id, ...byTime),
      index('message_threads_status').on(table.status, ...byTime),
      index('message_threads_category').on(table.category, ...byTime),
      index('message_threads_locale').on(table.locale, ...byTime),
      index('message_threads_user').on(table.user_id, ...byTime),
      index('message_threads_received')
        .on(table.received_at, table.first_answered_at)
        .where(sql`status <> 'spam'`),
      index('message_threads_closed').on(table.closed_at, table.id).where(sql`status = 'closed'`),
      index('message_threads_asleep').on(table.asleep_until, table.id).where(sql`asleep_until is not null`),
      index('message_threads_snoozed_by').on(table.snoozed_by).where(sql`snoozed_by is not null`),
      index('message_threads_reopened').on(table.reopened_from_id),
      index('message_threads_search').using('gin', table.search_text.op('gin_trgm_ops')),
      index('message_threads_search_keys').using('gin', threadSearchKeys),
      check('message_threads_awaiting_since', sql`not awaiting_team or awaiting_since is not null`),
      check(
        'message_threads_snooze',
        sql`(snoozed_until is null) = (snooze_kind is null) and snooze_kind in ('until_message', 'until_time')`,
      ),
      check('message_threads_category', sql`category in ('question', 'bug', 'idea', 'other')`),
      check('message_threads_status', sql`status in ('new', 'open', 'waiting', 'closed', 'spam')`),
    ];
  },
);

export type Thread = typeof messageThreads.$inferSelect;
export type NewThread = typeof messageThreads.$inferInsert;

/**
 * Messages, replies and notes of a conversation. Triggers: `message_entries_answered` (alert of the assignee),
 * `message_entries_bounced` (live updates).
 */
export const messageEntries = pgTable(
  'message_entries',
  {
    id: uuid().primaryKey(),
    thread_id: uuid()
      .notNull()
      .references(() => messageThreads.id, { onDelete: 'cascade' }),
    /** From 1, in order of creation. */
    position: integer().notNull(),
    kind: text().$type<EntryKind>().notNull(),
    author_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    body: text().notNull(),
    /** Idempotency key of the phone: a repeated request creates no second entry. */
    client_token: uuid(),
    /** Delivery of the reply's mail. */
    delivery: text().$type<Delivery>(),
    bounce_reason: text().$type<BounceReason>(),
    created_at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('message_entries_position').on(table.thread_id, table.position),
    uniqueIndex('message_entries_client_token').on(table.author_id, table.client_token),
    index('message_entries_queued').on(table.created_at).where(sql`delivery = 'queued'`),
    index('message_entries_search').using('gin', sql`${entrySearchText} gin_trgm_ops`),
    check('message_entries_kind', sql`kind in ('member', 'automatic', 'reply', 'note')`),
    check('message_entries_delivery', sql`delivery in ('queued', 'sent', 'failed', 'bounced')`),
    check(
      'message_entries_bounce_reason',
      sql`bounce_reason is null or (delivery = 'bounced'
        and bounce_reason in ('unknown_address', 'mailbox_full', 'unreachable', 'refused'))`,
    ),
  ],
);

export type Entry = typeof messageEntries.$inferSelect;
export type NewEntry = typeof messageEntries.$inferInsert;

/** Replies that wait to be sent. The member does not see them: they become entries, of the same id, when they are. */
export const messagePendingReplies = pgTable(
  'message_pending_replies',
  {
    id: uuid().primaryKey(),
    thread_id: uuid()
      .notNull()
      .references(() => messageThreads.id, { onDelete: 'cascade' }),
    author_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    body: text().notNull(),
    /** True if it closes the conversation. */
    close: boolean().notNull(),
    /** Position of the last entry that was seen: a later message of the member holds it. */
    position: integer().notNull(),
    send_at: moment().notNull(),
    created_at: moment().notNull(),
  },
  (table) => [
    index('message_pending_replies_thread').on(table.thread_id, table.send_at),
    index('message_pending_replies_author').on(table.author_id),
  ],
);

export type PendingReplyRow = typeof messagePendingReplies.$inferSelect;

/** The full text of mails whose entries omit quotes and signatures. */
export const messageMails = pgTable('message_mails', {
  entry_id: uuid()
    .primaryKey()
    .references(() => messageEntries.id, { onDelete: 'cascade' }),
  text: text().notNull(),
});

/**
 * Condition: the team began the conversation, with a reply that is still pending. The member does not see it before.
 * Never null.
 */
export const isUnbegun: SQL<boolean> = sql`(${messageThreads.received_at} is null and ${messageThreads.last_staff_at} is null)`;

/** Condition: the conversation is snoozed, or about to be answered by a pending reply. Never null. */
export const isAsleep = (now: Date): SQL<boolean> =>
  sql`(${messageThreads.asleep_until} is not null and ${messageThreads.asleep_until} > ${momentOf(now)})`;

/** Condition: the member waits for the team, in a conversation that is not asleep. The only definition of that. */
export const awaitsTeam = (now: Date): SQL<boolean> =>
  sql`(${messageThreads.awaiting_team} and not ${isAsleep(now)})`;

/** Number of conversations that wait for the team but are asleep: counters count them, lists don't. */
export const asleepAwaiting = (now: Date, condition?: SQL) =>
  sql<number>`(select count(*)::int from ${messageThreads}
    where ${and(isAsleep(now), sql`${messageThreads.awaiting_team}`, condition)})`;

/** Condition: the member has waited for the team for `OVERDUE_HOURS`. */
export const isOverdue = (now: Date): SQL<boolean> => {
  const since = new Date(now.getTime() - OVERDUE_HOURS * 3_600_000);
  return sql`(${awaitsTeam(now)} and ${messageThreads.awaiting_since} <= ${momentOf(since)})`;
};

/** Reading position of each administrator. */
export const messageReads = pgTable(
  'message_reads',
  {
    thread_id: uuid()
      .notNull()
      .references(() => messageThreads.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.thread_id, table.user_id] }),
    index('message_reads_user').on(table.user_id),
  ],
);

/** Excerpt of the latest message or reply of a conversation. */
export const excerptOfThread = sql<string>`coalesce((select left(latest.body, 200) from message_entries as latest
  where latest.thread_id = message_threads.id and latest.kind in ('member', 'reply') order by latest.position desc limit 1), '')`;
