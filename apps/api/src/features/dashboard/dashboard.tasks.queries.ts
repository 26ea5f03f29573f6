import type { Task } from '@agora/contract/features/dashboard/dashboard.contract';
import { TASKS, type TaskCode } from '@agora/contract/features/dashboard/dashboard.tasks.rules';
import { can, type Rights } from '@agora/contract/shared/permissions';
import { and, between, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/client.ts';
import { type Clock, inPeriod } from '../../platform/db/time-zone.ts';
import { addDays, dayAt } from '../../platform/time/civil-date.ts';
import { approvals, isDecidableBy } from '../approvals/approvals.table.ts';
import { broadcasts } from '../broadcasts/broadcasts.table.ts';
import { dailyMessages, lacksLocale } from '../daily-messages/daily-messages.table.ts';
import { isOverdue, messageThreads } from '../messages/messages.table.ts';
import { isUnanswered, ratings } from '../ratings/ratings.table.ts';

/** Days, today included, that comments with a low score stay tasks, and in which drafts fall due. */
const WEEK = 7;

/** Days, today included, that should have a message in each language. */
const PLANNED_DAYS = 14;

type Counted = Omit<Task, 'count'> & { count: SQL<number> };

const countOf = (table: PgTable, condition: SQL | undefined) =>
  sql<number>`(select count(*)::int from ${table} where ${condition})`;

/** Each filter says for the list what its condition says here. */
function tasksAt({ now, timeZone }: Clock, reader: string): Counted[] {
  const today = dayAt(now, timeZone);
  const weekAgo = addDays(today, 1 - WEEK);
  const planned = (days: number, condition: SQL) =>
    countOf(
      dailyMessages,
      and(
        between(dailyMessages.day, today, addDays(today, days - 1)),
        isNull(dailyMessages.deleted_at),
        condition,
      ),
    );
  const plan = (days: number) => ({ place: 'planned', from: today, to: addDays(today, days - 1) });
  return [
    {
      code: 'broadcasts_missed',
      filter: { status: 'missed' },
      count: countOf(broadcasts, eq(broadcasts.status, 'missed')),
    },
    {
      code: 'broadcasts_paused',
      filter: { status: 'paused' },
      count: countOf(broadcasts, eq(broadcasts.status, 'paused')),
    },
    {
      code: 'broadcasts_to_approve',
      filter: { kind: 'broadcast' },
      count: countOf(approvals, and(isDecidableBy(reader), isNotNull(approvals.broadcast_id))),
    },
    {
      code: 'news_to_approve',
      filter: { kind: 'news' },
      count: countOf(approvals, and(isDecidableBy(reader), isNotNull(approvals.news_id))),
    },
    {
      code: 'messages_overdue',
      filter: { awaiting: 'true', overdue: 'true', sort: 'awaiting_since' },
      count: countOf(messageThreads, isOverdue(now)),
    },
    {
      code: 'ratings_low',
      filter: { score: '1,2', has_comment: 'true', answered: 'false', from: weekAgo },
      count: countOf(
        ratings,
        and(
          inArray(ratings.score, [1, 2]),
          ne(ratings.comment, ''),
          isUnanswered,
          inPeriod(ratings.updated_at, { from: weekAgo }, timeZone),
        ),
      ),
    },
    {
      code: 'days_draft',
      filter: { ...plan(WEEK), status: 'draft' },
      count: planned(WEEK, eq(dailyMessages.status, 'draft')),
    },
    ...(['fr', 'en'] as const).map((locale) => ({
      code: `days_without_${locale}` as const,
      filter: { ...plan(PLANNED_DAYS), missing: locale },
      count: planned(PLANNED_DAYS, lacksLocale(locale)),
    })),
  ];
}

/** The count of every task. */
export const selectTasks = (db: Db, clock: Clock, reader: string) =>
  db
    .select(
      Object.fromEntries(tasksAt(clock, reader).map(({ code, count }) => [code, count])) as Record<
        TaskCode,
        SQL<number>
      >,
    )
    .from(sql`(values (1)) as one`);

/** Tasks that are not empty and that the caller may do, the most pressing first. */
export async function listTasks(
  db: Db,
  clock: Clock,
  caller: Pick<Rights, 'is_superuser' | 'permissions'> & { id: string },
): Promise<Task[]> {
  const [row] = await selectTasks(db, clock, caller.id).prepare('list_tasks').execute();
  return tasksAt(clock, caller.id).flatMap(({ code, filter }) => {
    const count = row?.[code] ?? 0;
    return count > 0 && can(caller, TASKS[code]) ? [{ code, count, filter }] : [];
  });
}
