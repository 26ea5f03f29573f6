import {
  MESSAGE_STATUSES,
  type MessageCounts,
  type MessageFilter,
  type MessageSort,
} from '@agora/contract/features/messages/messages.schema';
import type { LongPage } from '@agora/contract/shared/pagination';
import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { lockInBatches, type Target } from '../../../platform/db/bulk.ts';
import type { Db } from '../../../platform/db/client.ts';
import { when } from '../../../platform/db/filter.ts';
import { Keyset } from '../../../platform/db/keyset.ts';
import { rowCounts } from '../../../platform/db/row-counts.table.ts';
import { countUpTo } from '../../../platform/db/row-counts.ts';
import { containsWords } from '../../../platform/db/search.ts';
import { type Clock, inPeriod } from '../../../platform/db/time-zone.ts';
import { users } from '../../accounts/accounts.users.table.ts';
import {
  asleepAwaiting,
  awaitsTeam,
  entrySearchText,
  excerptOfThread,
  isAsleep,
  isOverdue,
  messageReads,
  messageThreads,
  type Thread,
  threadCounterKeys,
} from '../messages.table.ts';
import { nextPending } from '../replies/messages.replies.queries.ts';

/** The caller, and the clock of the filters. */
export interface Viewer extends Clock {
  by: string;
}

/** True for accounts outside the trash. */
const isNotDeleted = isNull(users.deleted_at);

/** Number of a conversation, with or without `#`. */
const NUMBER = /^\s*#?(\d{1,15})\s*$/;

/** Conversations with all words of a search in one of their texts; each part uses its index. */
const found = (search: string) => {
  const [, number = null] = NUMBER.exec(search) ?? [];
  return sql`${messageThreads.id} in (
    select thread_id from message_entries where ${containsWords(entrySearchText, search)}
    union all select id from message_threads where ${containsWords(messageThreads.search_text, search)}
    union all select message_threads.id from message_threads join users on users.id = message_threads.user_id
      where ${containsWords(users.search_text, search)} and ${isNotDeleted}
    union all select id from message_threads where number = ${number}::bigint)`;
};

const idOf = (assignee: string, { by }: Viewer) => (assignee === 'me' ? by : assignee);

/** Condition of a filter, shared by the list, its count and bulk actions. */
const matches = (filter: MessageFilter, viewer: Viewer): SQL | undefined =>
  and(
    filter.status === undefined
      ? sql`${messageThreads.status} <> 'spam'`
      : eq(messageThreads.status, filter.status),
    when(filter.awaiting, (is) => (is ? awaitsTeam(viewer.now) : not(awaitsTeam(viewer.now)))),
    when(filter.snoozed, (is) => (is ? isAsleep(viewer.now) : not(isAsleep(viewer.now)))),
    when(filter.overdue, (is) => (is ? isOverdue(viewer.now) : not(isOverdue(viewer.now)))),
    when(filter.assignee, (assignee) =>
      assignee === 'none'
        ? isNull(messageThreads.assignee_id)
        : eq(messageThreads.assignee_id, idOf(assignee, viewer)),
    ),
    when(filter.category, (category) => eq(messageThreads.category, category)),
    when(filter.locale, (locale) => eq(messageThreads.locale, locale)),
    when(filter.user_id, (user_id) => eq(messageThreads.user_id, user_id)),
    inPeriod(messageThreads.last_at, filter, viewer.timeZone),
    inPeriod(
      messageThreads.received_at,
      { from: filter.received_from, to: filter.received_to },
      viewer.timeZone,
    ),
    inPeriod(messageThreads.closed_at, { from: filter.closed_from, to: filter.closed_to }, viewer.timeZone),
    when(filter.search || undefined, found),
  );

export const threadKeyset = new Keyset(messageThreads.id, {
  last_at: { by: messageThreads.last_at },
  awaiting_since: { by: messageThreads.awaiting_since, isNullable: true },
  wakes_at: { by: messageThreads.asleep_until, isNullable: true },
});

const sender = alias(users, 'sender');
const assignee = alias(users, 'assignee');

const isUnread = (by: string) =>
  sql<boolean>`coalesce((select ${messageReads.position} from ${messageReads}
    where ${messageReads.thread_id} = ${messageThreads.id} and ${messageReads.user_id} = ${by}), 0)
    < ${messageThreads.entry_count}`;

/** A page of the inbox. Selects the ids by an index first, then the columns of those rows alone. */
export const listThreads = (
  db: Db,
  { skip, limit, after }: LongPage,
  filter: MessageFilter,
  { sort, viewer }: { sort: MessageSort; viewer: Viewer },
) => {
  const page = db
    .select({ id: messageThreads.id })
    .from(messageThreads)
    .where(
      and(
        matches(filter, viewer),
        when(after, (id) => threadKeyset.after(sort, id)),
      ),
    )
    .orderBy(...threadKeyset.order(sort))
    .offset(skip)
    .limit(limit)
    .as('page');
  return db
    .select({
      thread: messageThreads,
      sender: {
        id: sender.id,
        email: sender.email,
        full_name: sender.full_name,
        messages_blocked_at: sender.messages_blocked_at,
      },
      assignee: { id: assignee.id, email: assignee.email, full_name: assignee.full_name },
      excerpt: excerptOfThread,
      next: nextPending,
      is_unread: isUnread(viewer.by),
    })
    .from(page)
    .innerJoin(messageThreads, eq(messageThreads.id, page.id))
    .leftJoin(sender, and(eq(sender.id, messageThreads.user_id), isNull(sender.deleted_at)))
    .leftJoin(assignee, eq(assignee.id, messageThreads.assignee_id))
    .orderBy(...threadKeyset.order(sort));
};

export type ListedThread = Awaited<ReturnType<typeof listThreads>>[number];

/** The counters that add up to a filter as if nothing was asleep; undefined for criteria that no counter covers. */
function countersOf({ status, category, locale, awaiting, assignee: _owner, ...rest }: MessageFilter) {
  if (Object.values(rest).some((value) => value !== undefined && value !== '')) return undefined;
  return threadCounterKeys({
    statuses: status ? [status] : MESSAGE_STATUSES.filter((each) => each !== 'spam'),
    ...(category && { categories: [category] }),
    ...(locale && { locales: [locale] }),
    ...(awaiting !== undefined && { awaiting: [awaiting] }),
  });
}

const anyOf = (keys: readonly string[]) => sql`${rowCounts.key} = any(${`{${keys.join(',')}}`}::text[])`;

/** `upTo` lets the count stop soon after that number. */
export async function countThreads(
  db: Db,
  filter: MessageFilter,
  viewer: Viewer,
  upTo?: number,
): Promise<number> {
  const counters = countersOf(filter);
  if (!counters)
    return countUpTo(
      db,
      db.select({ id: messageThreads.id }).from(messageThreads).where(matches(filter, viewer)),
      upTo,
    );
  const isAssigned = when(filter.assignee, (assignee) =>
    assignee === 'none' ? isNull(rowCounts.owner_id) : eq(rowCounts.owner_id, idOf(assignee, viewer)),
  );
  // Counters know no time: those that are asleep are counted as awaiting.
  const { awaiting, ...others } = filter;
  const asleep = asleepAwaiting(viewer.now, matches(others, viewer));
  const correction = awaiting === undefined ? sql`` : awaiting ? sql` - ${asleep}` : sql` + ${asleep}`;
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${rowCounts.delta}), 0)::int${correction}` })
    .from(rowCounts)
    .where(and(anyOf(counters), isAssigned));
  return row?.count ?? 0;
}

const sumOf = (condition: SQL | undefined) =>
  sql<number>`coalesce(sum(${rowCounts.delta}) filter (where ${condition}), 0)::int`;

/** Counts for badges and tabs. */
export async function countThreadsByTab(db: Db, { by, now }: Viewer): Promise<MessageCounts> {
  const isAwaiting = anyOf(threadCounterKeys({ awaiting: [true] }));
  const ofStatus = (status: (typeof MESSAGE_STATUSES)[number]) =>
    sumOf(anyOf(threadCounterKeys({ statuses: [status] })));
  const [row] = await db
    .select({
      awaiting: sql<number>`${sumOf(isAwaiting)} - ${asleepAwaiting(now)}`,
      mine: sql<number>`${sumOf(and(isAwaiting, eq(rowCounts.owner_id, by)))}
        - ${asleepAwaiting(now, eq(messageThreads.assignee_id, by))}`,
      unassigned: sql<number>`${sumOf(and(isAwaiting, isNull(rowCounts.owner_id)))}
        - ${asleepAwaiting(now, isNull(messageThreads.assignee_id))}`,
      new: ofStatus('new'),
      open: ofStatus('open'),
      waiting: ofStatus('waiting'),
      closed: ofStatus('closed'),
      spam: ofStatus('spam'),
      snoozed: sql<number>`(select count(*)::int from ${messageThreads} where ${isAsleep(now)})`,
      wakes_at: sql<string | null>`(select to_json(min(${messageThreads.asleep_until})) #>> '{}'
        from ${messageThreads} where ${isAsleep(now)})`,
    })
    .from(rowCounts)
    .where(anyOf(threadCounterKeys({})));
  if (!row) throw new Error('an aggregate has a row');
  return { ...row, wakes_at: row.wakes_at && new Date(row.wakes_at).toISOString() };
}

/** Yields the target's conversations in batches, each locked until the transaction ends. */
export const lockTarget = (tx: Db, target: Target<MessageFilter>, viewer: Viewer): AsyncGenerator<Thread[]> =>
  lockInBatches(tx, messageThreads, target, (filter) => matches(filter, viewer));
