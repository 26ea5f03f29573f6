import type { Metric } from '@agora/contract/features/dashboard/dashboard.rules';
import type {
  AnswerTimes,
  Interval,
  Range,
  Send,
  Sends,
  TopNews,
} from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { inPeriod, startOfDay } from '../../platform/db/time-zone.ts';
import { addDays } from '../../platform/time/civil-date.ts';
import { broadcasts } from '../broadcasts/broadcasts.table.ts';
import { messageThreads } from '../messages/messages.table.ts';

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

/** Sums of counts over days, in the order of the parameter. */
export async function sumDays(db: Db, wanted: readonly CountedDays[]): Promise<number[]> {
  const rows = wanted.map(
    ({ metric, from, to, hours }, index) =>
      sql`(${index}::int, ${metric}::text, ${from}::date, ${hours === undefined ? to : addDays(to, -1)}::date, ${to}::date, ${hours ?? 0}::int)`,
  );
  const sums = await db.execute<{ sum: number }>(sql`
    select (
      select coalesce(sum(delta), 0) from day_counts
      where metric = wanted.metric and subject_id is null and hour is null and day between first and last
    )::int + (
      select coalesce(sum(delta), 0) from day_counts
      where metric = wanted.metric and hour is not null and hour < hours and day = part
    )::int as sum
    from (values ${sql.join(rows, sql`, `)}) as wanted (index, metric, first, last, part, hours)
    order by index`);
  return sums.map(({ sum }) => sum);
}

/** Counts by day, of all subjects or of one; days without anything are left out. */
export async function countDays(
  db: Db,
  { metric, from, to }: CountedDays,
  subject?: string,
): Promise<ReadonlyMap<string, number>> {
  const isMeant = subject ? sql`subject_id = ${subject}` : sql`subject_id is null`;
  const rows = await db.execute<{ day: string; count: number }>(sql`
    select day::text, sum(delta)::int as count from day_counts
    where metric = ${metric} and ${isMeant} and hour is null and day between ${from}::date and ${to}::date
    group by day`);
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** Counts of the hours of a day before `hours`. */
export async function countHours(db: Db, metric: Counted, day: string, hours: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select coalesce(sum(delta), 0)::int as count from day_counts
    where metric = ${metric} and hour is not null and day = ${day}::date and hour < ${hours}::int`);
  return row?.count ?? 0;
}

const titlesOf = (texts: ReturnType<typeof sql>) =>
  sql`jsonb_build_object('fr', ${texts} #>> '{fr,title}', 'en', ${texts} #>> '{en,title}')`;

/** Broadcasts that began in the range, newest first. */
export const listSends = (db: Db, { from, to, time_zone }: Range) =>
  db.execute<Omit<Send, 'started_at'> & { started_at: string }>(sql`
    select id, ${titlesOf(sql`translations`)} as titles, started_at, sent, reached, opened
    from broadcasts where ${inPeriod(broadcasts.started_at, { from, to }, time_zone)}
    order by started_at desc, id desc`);

/** Reached and opened by weekday and hour of the beginning. */
export const listSendHours = (db: Db, { from, to, time_zone }: Range) =>
  db.execute<Sends['hours'][number]>(sql`
    select extract(isodow from local)::int as weekday, extract(hour from local)::int as hour,
      sum(reached)::int as reached, sum(opened)::int as opened
    from (
      select started_at at time zone ${time_zone}::text as local, reached, opened from broadcasts
      where ${inPeriod(broadcasts.started_at, { from, to }, time_zone)} and reached > 0
    ) as begun
    group by 1, 2 order by 1, 2`);

/** Maximum number of articles in a ranking. */
const TOP = 10;

/** Articles outside the trash with the most reads in a range. */
export const listTopNews = (db: Db, { from, to, previous_from, previous_to }: Range) => {
  const reads = (first: string, last: string) => sql`
    select subject_id, sum(delta)::int as count from day_counts
    where metric = 'news_reads' and subject_id is not null and day between ${first}::date and ${last}::date
    group by subject_id having sum(delta) > 0`;
  return db.execute<TopNews['data'][number]>(sql`
    with reads as (${reads(from, to)}), earlier as (${reads(previous_from, previous_to)})
    select id, ${titlesOf(sql`(content -> 'translations')`)} as titles, reads.count as value,
      coalesce(earlier.count, 0) as previous
    from reads join news_articles on id = reads.subject_id
    left join earlier on earlier.subject_id = id
    where deleted_at is null
    order by reads.count desc, id limit ${TOP}`);
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
  const weekday = sql`[extract(isodow from ${local})::int]`;
  return sql`(((${local}::date - date '2001-01-01') / 7 * ${isOpen.filter(Boolean).length}::int
      + ${array(openBefore)}${weekday}) * ${length}::int
    + ${array(isOpen.map(Number))}${weekday}
      * least(greatest(extract(epoch from ${local}::time) / 60 - ${minuteOf(opens)}::int, 0), ${length}::int))`;
}

type AnswerFigures = Pick<AnswerTimes, 'answered' | 'median_minutes' | 'p90_minutes'>;

export interface AnswerQuery {
  range: Range;
  interval: Interval;
  /** Civil date. */
  today: string;
  /** Undefined if all hours count. */
  businessHours: string | undefined;
}

/**
 * Times from the first message to the first reply, of conversations that were begun in the range. Intervals have the
 * first of their days as key, which may lie before the range.
 */
export async function summarizeAnswers(db: Db, { range, interval, today, businessHours }: AnswerQuery) {
  const localOf = (column: SQL) => sql`(${column} at time zone ${range.time_zone}::text)`;
  const begunAt = localOf(sql`created_at`);
  const answeredAt = localOf(sql`first_answered_at`);
  const minutes = businessHours
    ? sql`${businessMinutes(answeredAt, businessHours)} - ${businessMinutes(begunAt, businessHours)}`
    : sql`extract(epoch from first_answered_at - created_at) / 60`;
  const begun = (from: string, to: string) =>
    sql`(select date_trunc(${interval}, ${begunAt})::date as first, ${minutes} as minutes
      from message_threads where status <> 'spam' and first_answered_at is not null
        and ${inPeriod(messageThreads.created_at, { from, to }, range.time_zone)}) as begun`;
  const rounded = (share: number) =>
    sql`round((percentile_cont(${share}::float8) within group (order by minutes))::numeric)::int`;
  const figures = sql`count(*)::int as answered, ${rounded(0.5)} as median_minutes, ${rounded(0.9)} as p90_minutes`;
  const [row] = await db.execute<
    AnswerFigures &
      Pick<AnswerTimes, 'previous_median_minutes' | 'waiting'> & {
        intervals: (AnswerFigures & { first: string })[];
      }
  >(sql`
    select answers.*, (select ${rounded(0.5)} from ${begun(range.previous_from, range.previous_to)}) as previous_median_minutes,
      (select coalesce(jsonb_agg(intervals), '[]') from (
        select first, ${figures} from ${begun(range.from, range.to)} group by first
      ) as intervals) as intervals,
      (select jsonb_build_object('count', count(*),
        'since_yesterday', count(*) filter (where last_at < ${startOfDay(today, range.time_zone)}),
        'oldest_at', min(last_at)) from message_threads where awaiting_team) as waiting
    from (select ${figures} from ${begun(range.from, range.to)}) as answers`);
  if (!row) throw new Error('an aggregate has a row');
  return row;
}

/** Compacts the deltas, so that counting stays fast. Safe to run concurrently. */
export async function sumUpDayCounts(db: Db): Promise<void> {
  const kind = sql`metric, subject_id, day, hour`;
  await db.execute(sql`
    with gone as (
      delete from day_counts
      where ctid in (
        select ctid from (select ctid, count(*) over (partition by ${kind}) from day_counts) as kinds where count > 1
      )
      returning *
    )
    insert into day_counts (${kind}, delta)
    select ${kind}, sum(delta) from gone group by ${kind} having sum(delta) <> 0`);
}

/** Sets the zone of the days, and counts all again if it is another. @param db connected as the owner */
export const setTimeZone = (db: Db, name: string) =>
  db.execute(sql`select set_organisation_time_zone(${name})`);
