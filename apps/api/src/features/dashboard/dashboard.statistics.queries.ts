import type { Metric } from '@agora/contract/features/dashboard/dashboard.rules';
import type {
  AnswerTimes,
  Range,
  Send,
} from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { inPeriod, startOfDay } from '../../platform/db/time-zone.ts';
import { broadcasts } from '../broadcasts/broadcasts.table.ts';
import { messageThreads } from '../messages/messages.table.ts';
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
      days: sql<number[]>`array(
        select coalesce(count, 0) from generate_series(0, last - first) as place left join (
          select day, sum(delta::int)::int as count from day_counts
          where metric = wanted.metric and hour is null and day between first and last
            and ${subject ? sql`subject_id = ${subject}` : sql`subject_id is null`}
          group by day
        ) as found on day = first + place
        order by place)`,
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

/** Maximum number of articles in a ranking. */
const TOP = 10;

/**
 * Articles outside the trash with the most reads in a range. Contents and the range before are read last, of those alone.
 * @param hours of the last day of the range before that count; undefined for all
 */
export const listTopNews = (db: Db, range: Range, hours = 24) => {
  const { from, to, previous_from, previous_to, time_zone } = range;
  const readsIn = (first: string, last: string) =>
    sql`metric = 'news_reads' and subject_id is not null and day between ${first}::date and ${last}::date`;
  const isUncounted = and(
    inPeriod(newsReads.at, { from: previous_to, to: previous_to }, time_zone),
    sql`${newsReads.at} at time zone ${time_zone}::text >= ${previous_to}::date + ${hours}::int * interval '1 hour'`,
  );
  return db
    .select({
      id: sql<string>`id`,
      titles: titlesOf(sql`(content -> 'translations')`),
      value: sql<number>`value`,
      previous: sql<number>`(coalesce(reads_before, 0)
        - (select count(*) from ${newsReads} where ${newsReads.article_id} = id and ${isUncounted}))::int`,
    })
    .from(
      sql`(
        with top as materialized (
          select id, value from (
            select subject_id as id, sum(delta::int)::int as value from day_counts
            where ${readsIn(from, to)} group by subject_id
          ) as counted join news_articles using (id)
          where value > 0 and deleted_at is null
          order by value desc, id limit ${TOP}
        )
        select * from top left join (
          select subject_id as id, sum(delta::int) as reads_before from day_counts
          where ${readsIn(previous_from, previous_to)} and subject_id = any(array(select id from top))
          group by subject_id
        ) as before using (id)
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

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Minutes of `mon-fri 09:00-18:00` that have gone by on a local clock since a Monday of long ago. */
function businessMinutes(local: SQL, hours: string): SQL {
  const [first = '', last = '', opens = '', closes = ''] = hours.split(/[- ]/);
  const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const [from, to] = [WEEKDAYS.indexOf(first), WEEKDAYS.indexOf(last)];
  const isOpen = WEEKDAYS.map((_, day) => (from <= to ? from <= day && day <= to : from <= day || day <= to));
  const openBefore = isOpen.map((_, day) => isOpen.slice(0, day).filter(Boolean).length);
  const length = minuteOf(closes) - minuteOf(opens);
  const array = (numbers: number[]) => sql`(${`{${numbers.join(',')}}`}::int[])`;
  const weekday = sql`[date_part('isodow', ${local})::int]`;
  return sql`(((${local}::date - date '2001-01-01') / 7 * ${isOpen.filter(Boolean).length}::int
      + ${array(openBefore)}${weekday}) * ${length}::int
    + ${array(isOpen.map(Number))}${weekday}
      * least(greatest(date_part('epoch', ${local}::time) / 60 - ${minuteOf(opens)}::int, 0), ${length}::int))`;
}

type AnswerFigures = Pick<AnswerTimes, 'answered' | 'median_minutes' | 'p90_minutes'>;

/**
 * Times from the first message to the first reply of conversations that were received in these days, in the order of the
 * parameter.
 * @param businessHours undefined if all hours count
 */
export async function summarizeAnswers(
  db: Db,
  wanted: readonly Pick<CountedDays, 'from' | 'to' | 'hours'>[],
  timeZone: string,
  businessHours: string | undefined,
): Promise<readonly AnswerFigures[]> {
  const localOf = (column: SQL) => sql`(${column} at time zone ${timeZone}::text)`;
  const minutes = businessHours
    ? sql`${businessMinutes(localOf(sql`first_answered_at`), businessHours)}
        - ${businessMinutes(localOf(sql`received_at`), businessHours)}`
    : sql`date_part('epoch', first_answered_at - received_at) / 60`;
  const rounded = (share: number) =>
    sql`round((percentile_cont(${share}::float8) within group (order by minutes))::numeric)::int`;
  const rows = wanted.map(
    ({ from, to, hours = 24 }, place) =>
      sql`(${place}::int, ${startOfDay(from, timeZone)},
        (${to}::date + ${hours}::int * interval '1 hour') at time zone ${timeZone}::text)`,
  );
  const answers = sql`(
    select count(*)::int as answered, ${rounded(0.5)} as median_minutes, ${rounded(0.9)} as p90_minutes
    from (
      select ${minutes} as minutes from message_threads
      where status <> 'spam' and first_answered_at is not null and received_at >= first and received_at < next
    ) as times
  ) as answers`;
  return db
    .select({
      answered: sql<number>`answered`,
      median_minutes: sql<number | null>`median_minutes`,
      p90_minutes: sql<number | null>`p90_minutes`,
    })
    .from(
      sql`(values ${sql.join(rows, sql`, `)}) as wanted (place, first, next) cross join lateral ${answers}`,
    )
    .orderBy(sql`place`)
    .prepare('summarize_answers')
    .execute();
}

/** Conversations that wait for the team now. */
export async function countWaiting(db: Db): Promise<AnswerTimes['waiting']> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest_at: sql<string | null>`to_json(min(awaiting_since)) #>> '{}'`,
    })
    .from(messageThreads)
    .where(sql`${messageThreads.awaiting_team}`)
    .prepare('count_waiting')
    .execute();
  if (!row) throw new Error('an aggregate has a row');
  return row;
}

/** Sets the zone of the days, and counts all again if it is another. @param db connected as the owner */
export const setTimeZone = (db: Db, name: string) =>
  db.execute(sql`select set_organisation_time_zone(${name})`);
