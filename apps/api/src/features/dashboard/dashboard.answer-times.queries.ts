import type { AnswerTimes } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { startOfDay } from '../../platform/db/time-zone.ts';
import { addDays } from '../../platform/time/civil-date.ts';
import { messageThreads } from '../messages/messages.table.ts';
import { type CountedDays, type Part, partsOf } from './dashboard.statistics.queries.ts';

type AnswerFigures = Pick<AnswerTimes, 'answered' | 'median_minutes' | 'p90_minutes'>;

const NO_ANSWERS: AnswerFigures = { answered: 0, median_minutes: null, p90_minutes: null };

type Days = Pick<CountedDays, 'from' | 'to' | 'hours'>;

/** What to read of these days for a place in the answer, as rows of SQL. Only whole days are part of a month. */
function answerParts({ from, to, hours }: Days, place: number, timeZone: string): SQL[] {
  const rowOf = (part: Part, next: SQL) =>
    sql`(${place}::int, ${part.by}::text, ${part.from}::date, ${part.to}::date, ${startOfDay(part.from, timeZone)}, ${next})`;
  const whole = partsOf({ from, to: hours === undefined ? to : addDays(to, -1) }).map((part) =>
    rowOf(part, startOfDay(part.to, timeZone, 1)),
  );
  if (hours === undefined) return whole;
  const end = sql`(${to}::date + ${hours}::int * interval '1 hour') at time zone ${timeZone}::text`;
  return [...whole, rowOf({ by: 'day', from: to, to }, end)];
}

interface AnswerSummary {
  each: AnswerFigures[];
  /** Of all intervals together. */
  whole: AnswerFigures;
  before: AnswerFigures;
}

/**
 * Times from the first message to the first reply of conversations that were received in some intervals.
 * @param before days that they are compared with
 */
export async function summarizeAnswers(
  db: Db,
  { intervals, before }: { intervals: readonly Days[]; before: Days },
  timeZone: string,
): Promise<AnswerSummary> {
  const [places, placeBefore] = [intervals.length, intervals.length + 1];
  const parts = [
    ...intervals.flatMap((days, place) => answerParts(days, place, timeZone)),
    ...answerParts(before, placeBefore, timeZone),
  ];
  /** Nearest rank: that many of ten conversations were answered within. */
  const within = (tenths: number) => sql`min(minutes) filter (where rank * 10 >= total * ${tenths}::int)`;
  const found = await db.execute<AnswerFigures & { place: number }>(sql`
    with parts (place, counted_by, first_day, last_day, first, next) as (values ${sql.join(parts, sql`, `)}),
    times as (
      select place, minutes, sum(count)::int as count from (
        select place, subject::int as minutes, delta::int as count from parts
          join day_counts on metric = 'answers_by_month' and subject is not null
            and day between first_day and last_day
          where counted_by = 'month'
        union all
        select place, answer_minutes(received_at, first_answered_at), 1 from parts
          join message_threads on received_at >= first and received_at < next
          where counted_by = 'day' and status <> 'spam' and first_answered_at is not null
      ) as counted
      group by place, minutes having sum(count) > 0
    ),
    ranked as (
      select place, minutes, sum(count) over (partition by place order by minutes) as rank,
        sum(count) over (partition by place) as total
      from (
        select * from times
        union all select ${places}::int, minutes, sum(count) from times where place < ${places}::int group by minutes
      ) as all_times
    )
    select place, max(total)::int as answered, ${within(5)} as median_minutes, ${within(9)} as p90_minutes
    from ranked group by place`);
  const figures = new Map(found.map(({ place, ...each }) => [place, each]));
  const at = (place: number) => figures.get(place) ?? NO_ANSWERS;
  return { each: intervals.map((_, place) => at(place)), whole: at(places), before: at(placeBefore) };
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
