import type { AnswerTimes } from '@agora/contract/features/dashboard/dashboard.statistics.contract';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { awaitsTeam, messageThreads } from '../messages/messages.table.ts';
import { periodsOf, periodsUntil } from './dashboard.statistics.queries.ts';
import { type CountedDays, countSubjects, type TallySettings } from './dashboard.tallies.queries.ts';

type AnswerFigures = Pick<AnswerTimes, 'answered' | 'median_minutes' | 'p90_minutes'>;

const NO_ANSWERS: AnswerFigures = { answered: 0, median_minutes: null, p90_minutes: null };

type Days = Pick<CountedDays, 'from' | 'to' | 'hours'>;

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
  settings: TallySettings,
): Promise<AnswerSummary> {
  const [places, placeBefore] = [intervals.length, intervals.length + 1];
  const periods = [...intervals.flatMap(periodsOf), ...periodsUntil(before, placeBefore)];
  /** Nearest rank: that many of ten conversations were answered within. */
  const within = (tenths: number) => sql`min(minutes) filter (where rank * 10 >= total * ${tenths}::int)`;
  const found = await db.execute<AnswerFigures & { place: number }>(sql`
    with times as materialized (
      select place, subject::int as minutes, count from ${countSubjects('answers', periods, settings)} as counted
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
export async function countWaiting(db: Db, now: Date): Promise<AnswerTimes['waiting']> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest_at: sql<string | null>`to_json(min(awaiting_since)) #>> '{}'`,
    })
    .from(messageThreads)
    .where(awaitsTeam(now))
    .prepare('count_waiting')
    .execute();
  if (!row) throw new Error('an aggregate has a row');
  return row;
}
