import type { Metric } from '@agora/contract/features/dashboard/dashboard.rules';
import type { Range, Send } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { inPeriod } from '../../platform/db/time-zone.ts';
import { addDays, addMonths } from '../../platform/time/civil-date.ts';
import { broadcasts } from '../broadcasts/broadcasts.table.ts';
import { newsReads } from '../news/news.table.ts';

/** Metrics as the database counts them. Others are made of these. */
export type Counted =
  | Exclude<Metric, 'lost_members' | 'average_rating'>
  | 'last_seen_members'
  | 'rating_scores';

/** Days of one count, which may lie before the range. */
export interface CountedDays {
  metric: Counted;
  from: string;
  to: string;
  /** Hours of the last day that count; absent: the whole day. */
  hours?: number | undefined;
}

/** Counts of every day, in the order of the parameter, of all subjects or of one. Sums of bigint would be slow numerics. */
export async function countDays(
  db: Db,
  wanted: readonly CountedDays[],
  subject?: string,
): Promise<number[][]> {
  const rows = wanted.map(
    ({ metric, from, to, hours = 0 }, index) =>
      sql`(${index}::int, ${metric}::text, ${from}::date, ${to}::date, ${hours}::int)`,
  );
  const counted = await db
    .select({
      days: sql<number[]>`to_json(array(
        select coalesce(count, 0) from generate_series(0, last - first) as place left join (
          select day, sum(delta::int)::int as count from day_counts
          where metric = wanted.metric and hour is null and day between first and last
            and ${subject ? sql`subject = ${subject}` : sql`subject is null`}
          group by day
        ) as found on day = first + place
        order by place))`,
      part: sql<number>`(
        select coalesce(sum(delta::int), 0) from day_counts
        where metric = wanted.metric and hour is not null and hour < hours and day = last)::int`,
    })
    .from(sql`(values ${sql.join(rows, sql`, `)}) as wanted (index, metric, first, last, hours)`)
    .orderBy(sql`index`)
    .prepare('count_days')
    .execute();
  return counted.map(({ days, part }, index) =>
    wanted[index]?.hours === undefined ? days : [...days.slice(0, -1), part],
  );
}

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

/** Whole months, counted by month, or days, which are counted by day. */
export interface Part {
  by: 'month' | 'day';
  from: string;
  to: string;
}

/** The whole months of these days, and the days before and after them: in many days, few counts to read. */
export function partsOf({ from, to }: { from: string; to: string }): Part[] {
  const monthOf = (day: string) => `${day.slice(0, 8)}01`;
  const next = monthOf(addDays(to, 1));
  const first = monthOf(from) === from ? from : addMonths(monthOf(from), 1);
  if (first >= next) return [{ by: 'day', from, to }];
  const parts: Part[] = [
    { by: 'day', from, to: addDays(first, -1) },
    { by: 'month', from: first, to: addDays(next, -1) },
    { by: 'day', from: next, to },
  ];
  return parts.filter((part) => part.from <= part.to);
}

/** Reads of each article in these days, of all or of some ids. */
const readsOf = (days: { from: string; to: string }, articles?: SQL) => {
  const parts = partsOf(days).map(
    ({ by, from, to }) =>
      sql`(${by === 'month' ? 'news_reads_by_month' : 'news_reads'}::text, ${from}::date, ${to}::date)`,
  );
  return sql`(
    select subject::uuid as id, sum(delta::int)::int as reads
    from (values ${sql.join(parts, sql`, `)}) as parts (counted, first, last)
    join day_counts on metric = counted and subject is not null and day between first and last
    ${articles ? sql`where subject = any(${articles})` : sql``}
    group by subject
  )`;
};

/** Maximum number of articles in a ranking. */
const TOP = 10;

/**
 * Articles outside the trash with the most reads in a range. Contents and the range before are read last, of those alone.
 * @param hours of the last day of the range before that count; undefined for all
 */
export const listTopNews = (db: Db, range: Range, hours = 24) => {
  const before = { from: range.previous_from, to: range.previous_to };
  const isUncounted = and(
    inPeriod(newsReads.at, { from: before.to, to: before.to }, range.time_zone),
    sql`${newsReads.at} at time zone ${range.time_zone}::text >= ${before.to}::date + ${hours}::int * interval '1 hour'`,
  );
  return db
    .select({
      id: sql<string>`id`,
      titles: titlesOf(sql`(content -> 'translations')`),
      value: sql<number>`value`,
      previous: sql<number>`(coalesce(reads, 0)
        - (select count(*) from ${newsReads} where ${newsReads.article_id} = id and ${isUncounted}))::int`,
    })
    .from(
      sql`(
        with top as materialized (
          select id, reads as value from ${readsOf(range)} as counted join news_articles using (id)
          where reads > 0 and deleted_at is null
          order by value desc, id limit ${TOP}
        )
        select * from top left join ${readsOf(before, sql`array(select id::text from top)`)} as before using (id)
      ) as ranked join news_articles using (id)`,
    )
    .orderBy(sql`value desc, id`)
    .prepare('list_top_news')
    .execute();
};

export async function hasArticle(db: Db, id: string): Promise<boolean> {
  const [row] = await db.execute<{ exists: boolean }>(
    sql`select exists (select from news_articles where id = ${id})`,
  );
  return row?.exists ?? false;
}

/**
 * Sets the zone of the days and the hours in which answers are due, and counts all again if one is another.
 * @param db connected as the owner
 */
export const setOrganisationTime = (
  db: Db,
  { TIME_ZONE, BUSINESS_HOURS = null }: { TIME_ZONE: string; BUSINESS_HOURS?: string | null | undefined },
) => db.execute(sql`select set_organisation_time(${TIME_ZONE}, ${BUSINESS_HOURS})`);
