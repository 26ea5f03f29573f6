import type { Range, Send } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { inPeriod } from '../../platform/db/time-zone.ts';
import { addDays, addMonths } from '../../platform/time/civil-date.ts';
import { broadcasts } from '../broadcasts/broadcasts.table.ts';
import { newsReads } from '../news/news.table.ts';
import { countSubjects, type Period } from './dashboard.tallies.queries.ts';

const titlesOf = (texts: ReturnType<typeof sql>) =>
  sql<Send['titles']>`jsonb_build_object('fr', ${texts} #>> '{fr,title}', 'en', ${texts} #>> '{en,title}')`;

/** Condition: sent, and begun in these days. */
const isSent = ({ from, to }: { from: string; to?: string }, timeZone: string) =>
  and(eq(broadcasts.status, 'sent'), inPeriod(broadcasts.started_at, { from, to }, timeZone));

/** Broadcasts that began in the range, newest first. */
export const listSends = (db: Db, { from, to, time_zone }: Range) =>
  db
    .select({
      id: broadcasts.id,
      titles: titlesOf(sql`translations`),
      started_at: sql<Date>`started_at`.mapWith(broadcasts.started_at),
      sent: broadcasts.sent,
      reached: broadcasts.reached,
      opened: broadcasts.opened,
    })
    .from(broadcasts)
    .where(isSent({ from, to }, time_zone))
    .orderBy(desc(broadcasts.started_at), desc(broadcasts.id))
    .prepare('list_sends')
    .execute();

/** Sums of the broadcasts of the range before. @param hours of its last day that count; undefined for all */
export async function sumSendsBefore(
  db: Db,
  { previous_from: from, previous_to: to, time_zone }: Range,
  hours = 24,
) {
  const isBefore = sql`started_at at time zone ${time_zone}::text < ${to}::date + ${hours}::int * interval '1 hour'`;
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      reached: sql<number>`coalesce(sum(reached), 0)::int`,
      opened: sql<number>`coalesce(sum(opened), 0)::int`,
    })
    .from(broadcasts)
    .where(and(isSent({ from, to }, time_zone), isBefore))
    .prepare('sum_sends_before')
    .execute();
  if (!row) throw new Error('an aggregate has a row');
  return row;
}

/** The whole months of these days, and the days before and after them: in many days, few counts to read. */
export function periodsOf({ from, to }: { from: string; to: string }, place = 0): Period[] {
  const monthOf = (day: string) => `${day.slice(0, 8)}01`;
  const next = monthOf(addDays(to, 1));
  const first = monthOf(from) === from ? from : addMonths(monthOf(from), 1);
  if (first >= next) return [{ place, unit: 'day', from, to }];
  const periods: Period[] = [
    { place, unit: 'day', from, to: addDays(first, -1) },
    { place, unit: 'month', from: first, to: addDays(next, -1) },
    { place, unit: 'day', from: next, to },
  ];
  return periods.filter((period) => period.from <= period.to);
}

/** The same, with some hours of the last day only. @param hours undefined for all */
export const periodsUntil = (
  { from, to, hours }: { from: string; to: string; hours?: number | undefined },
  place = 0,
): Period[] =>
  hours === undefined
    ? periodsOf({ from, to }, place)
    : [...periodsOf({ from, to: addDays(to, -1) }, place), { place, unit: 'day', from: to, to, hours }];

/** Maximum number of articles in a ranking. */
const TOP = 10;

/**
 * Articles outside the trash with the most reads in a range. Contents and the range before are read last, of those alone.
 * @param hours of the last day of the range before that count; undefined for all
 */
export function listTopNews(db: Db, range: Range, hours?: number) {
  const settings = { timeZone: range.time_zone, businessHours: undefined };
  const before = { from: range.previous_from, to: range.previous_to, hours };
  const readsIn = (periods: readonly Period[]) =>
    sql`(select subject::uuid as id, sum(count)::int as reads
      from ${countSubjects('article_reads', periods, settings)} as counted group by subject)`;
  return db
    .select({
      id: sql<string>`id`,
      titles: titlesOf(sql`(content -> 'translations')`),
      value: sql<number>`value`,
      previous: sql<number>`previous`,
    })
    .from(
      sql`(
        with top as materialized (
          select id, reads as value from ${readsIn(periodsOf(range))} as counted join news_articles using (id)
          where deleted_at is null
          order by value desc, id limit ${TOP}
        )
        select id, value, coalesce(reads, 0) as previous
        from top left join ${readsIn(periodsUntil(before))} as before using (id)
      ) as ranked join news_articles using (id)`,
    )
    .orderBy(sql`value desc, id`)
    .prepare('list_top_news')
    .execute();
}

/** Reads of one article by day, for days that have any. */
export const countReads = (db: Db, article: string, { from, to, time_zone }: Range) =>
  db.execute<{ day: string; count: number }>(sql`
    select (at at time zone ${time_zone}::text)::date::text as day, count(*)::int as count from ${newsReads}
    where article_id = ${article} and ${inPeriod(newsReads.at, { from, to }, time_zone)}
    group by 1`);

export async function hasArticle(db: Db, id: string): Promise<boolean> {
  const [row] = await db.execute<{ exists: boolean }>(
    sql`select exists (select from news_articles where id = ${id})`,
  );
  return row?.exists ?? false;
}
