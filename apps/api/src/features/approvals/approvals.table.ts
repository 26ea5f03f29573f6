import type { Approval } from '@agora/contract/features/approvals/approvals.schema';
import type { BroadcastPlan } from '@agora/contract/features/broadcasts/broadcasts.schema';
import type { NewsPlan } from '@agora/contract/features/news/news.schema';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';
import { broadcasts } from '../broadcasts/broadcasts.table.ts';
import { newsArticles } from '../news/news.table.ts';

const person = () => uuid().references(() => users.id, { onDelete: 'set null' });

/**
 * Requests for approval of one version of a push or an article. Triggers: `broadcasts_end_approvals`,
 * `news_articles_end_approvals` and `segments_end_approvals` end those about what has changed since; `approvals_alert` (alerts), `approvals_audited`
 * (audit log).
 */
export const approvals = pgTable(
  'approvals',
  {
    id: uuid().primaryKey(),
    broadcast_id: uuid().references(() => broadcasts.id, { onDelete: 'cascade' }),
    news_id: uuid().references(() => newsArticles.id, { onDelete: 'cascade' }),
    /** Of the push or article: approval counts for it alone. */
    version: integer().notNull(),
    /** Name or titles when approval was asked for, for lists and the log. */
    titles: jsonb().$type<Record<'fr' | 'en', { title: string } | null>>().notNull(),
    note: text().notNull(),
    /** As typed; of a push, null if it goes out once it is approved. */
    plan: jsonb().$type<BroadcastPlan | NewsPlan>(),
    /** Null: once it is approved. */
    due_at: moment(),
    /** Of a push. */
    devices: integer(),
    asked_at: moment().notNull(),
    asked_by: person(),
    /** When the team was told that nobody had decided in time. */
    held_at: moment(),
    decision: text({ enum: ['approved', 'sent_back', 'withdrawn', 'outdated'] }),
    decided_at: moment(),
    decided_by: person(),
    comment: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('approvals_open').on(sql`coalesce(broadcast_id, news_id)`).where(sql`decision is null`),
    index('approvals_waiting').on(table.asked_at, table.id).where(sql`decision is null`),
    index('approvals_broadcast').on(table.broadcast_id, table.asked_at),
    index('approvals_news').on(table.news_id, table.asked_at),
    index('approvals_asked_by').on(table.asked_by),
    index('approvals_decided_by').on(table.decided_by),
    check('approvals_subject', sql`num_nonnulls(broadcast_id, news_id) = 1`),
    check('approvals_decision', sql`decision in ('approved', 'sent_back', 'withdrawn', 'outdated')`),
    check('approvals_decided', sql`(decision is null) = (decided_at is null)`),
  ],
);

export type ApprovalRow = typeof approvals.$inferSelect;
export type NewApproval = typeof approvals.$inferInsert;

/** Condition: the request waits, and is about nothing that this person asked for, wrote or changed last. */
export const isDecidableBy = (person: string): SQL => sql`(${approvals.decision} is null
  and ${approvals.asked_by} is distinct from ${person}
  and not exists (select from broadcasts as written where written.id = ${approvals.broadcast_id}
    and ${person} in (written.created_by, written.updated_by))
  and not exists (select from news_articles as written where written.id = ${approvals.news_id}
    and ${person} in (written.created_by, written.updated_by)))`;

const iso = (column: SQLWrapper) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const personOf = (id: SQLWrapper) => sql`(select jsonb_build_object('id', person.id, 'email', person.email,
  'full_name', person.full_name) from users as person where person.id = ${id})`;

export const approvalStatus = sql`case when ${approvals.decision} is not null then ${approvals.decision}
  when ${approvals.held_at} is not null or ${approvals.due_at} <= now() then 'held' else 'waiting' end`;

export const approvalTitles = sql<Record<'fr' | 'en', string | null>>`jsonb_build_object(
  'fr', ${approvals.titles} #>> '{fr,title}', 'en', ${approvals.titles} #>> '{en,title}')`;

/** A request as the API shows it. */
export const approvalJson = sql<Approval>`jsonb_build_object(
  'id', ${approvals.id}, 'status', ${approvalStatus}, 'version', ${approvals.version}, 'note', ${approvals.note},
  'due_at', ${iso(approvals.due_at)}, 'devices', ${approvals.devices},
  'local_time', case when ${approvals.plan} ->> 'mode' = 'local' then ${approvals.plan} ->> 'local' end,
  'asked_at', ${iso(approvals.asked_at)}, 'asked_by', ${personOf(approvals.asked_by)},
  'decided_at', ${iso(approvals.decided_at)}, 'decided_by', ${personOf(approvals.decided_by)},
  'comment', ${approvals.comment})`;

/** The last request about a push or an article; at most the last one is open. */
export const lastApproval = (subject: 'broadcast_id' | 'news_id', id: SQLWrapper): SQL<Approval | null> =>
  sql`(select ${approvalJson} from ${approvals} where ${approvals[subject]} = ${id}
    order by ${approvals.asked_at} desc, ${approvals.id} desc limit 1)`;
