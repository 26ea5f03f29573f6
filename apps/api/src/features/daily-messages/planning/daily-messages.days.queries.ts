import { sql } from 'drizzle-orm';
import { type Db, prepared } from '../../../platform/db/client.ts';
import { addYears } from '../../../platform/time/civil-date.ts';
import {
  type DailyMessage,
  dailyMessageIssues,
  type IssueRow,
  type NewIssue,
} from '../daily-messages.table.ts';

/** Years that are forecast, more than can be planned: a distant month would need millions of days. */
const FORECAST_YEARS = 3;

const isReady = sql`status = 'ready' and deleted_at is null`;
const isReserveChoice = sql`i.source = 'reserve' and i.withdrawn_at is null`;
const reserve = sql`daily_messages as m where m.day is null and ${isReady}`;

/**
 * State of a day in one query: its own message if ready, the message shown so far, the message chosen from
 * the reserve if it may still be shown, and whether the reserve has one to choose.
 */
const findDay = prepared((db) => {
  const day = sql`${sql.placeholder('day')}::date`;
  return db
    .select({
      planned: sql<DailyMessage | null>`(select to_jsonb(m) from daily_messages m where m.day = ${day} and ${isReady})`,
      issue: sql<IssueRow | null>`(select to_jsonb(i) from daily_message_issues i where i.day = ${day})`,
      chosen: sql<DailyMessage | null>`(select to_jsonb(m) from daily_messages m join daily_message_issues i
        on i.message_id = m.id where i.day = ${day} and ${isReserveChoice} and ${isReady})`,
      has_reserve: sql<boolean>`exists (select from ${reserve})`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('find_daily_message');
});

export interface Day {
  planned: DailyMessage | null;
  issue: IssueRow | null;
  chosen: DailyMessage | null;
}

export async function readDay(db: Db, day: string): Promise<Day & { has_reserve: boolean }> {
  const [found] = await findDay(db, { day });
  return found ?? { planned: null, issue: null, chosen: null, has_reserve: false };
}

/** Stores the message of a day. */
export const storeIssue = (
  tx: Db,
  day: string,
  shown: Omit<NewIssue, 'day' | 'first_served_at'>,
  now: Date,
) =>
  tx
    .insert(dailyMessageIssues)
    .values({ day, ...shown, first_served_at: now })
    .onConflictDoUpdate({ target: dailyMessageIssues.day, set: { ...shown, withdrawn_at: null } });

export const insertIssues = (db: Db, rows: NewIssue[]) => db.insert(dailyMessageIssues).values(rows);

/** Days of a period still to be filled from the reserve. */
const gapsOf = (from: string, to: string) => sql`
  select d::date as day from generate_series(${from}::date, ${to}::date, '1 day') as d
  where not exists (select from daily_messages m where m.day = d::date and ${isReady})
    and not exists (select from daily_message_issues i join daily_messages m on m.id = i.message_id
      where i.day = d::date and ${isReserveChoice} and ${isReady})`;

interface ForecastPeriod {
  /** The day whose gap takes the next message. */
  from: string;
  since: string;
  to: string;
}

interface Forecast {
  [column: string]: unknown;
  day: string;
  message: DailyMessage;
}

/**
 * Messages of the reserve for the empty days between `since` and `to`, at most `FORECAST_YEARS` ahead: gaps from
 * `from` on take messages in turn, least recently shown first.
 */
function forecastOf({ from, since, to }: ForecastPeriod) {
  const limit = addYears(from, FORECAST_YEARS);
  const end = to < limit ? to : limit;
  return sql`
    select gap.day::text, to_jsonb(m) as message
    from (select day, row_number() over (order by day) - 1 as turn from (${gapsOf(from, end)}) as gap) as gap
    join (select m.id, count(*) over () as size, row_number() over (order by
      (select max(i.day) from daily_message_issues i where i.message_id = m.id) nulls first, m.created_at, m.id) - 1 as turn
      from ${reserve}) as next on next.turn = gap.turn % next.size
    join daily_messages as m on m.id = next.id
    where gap.day >= ${since}::date`;
}

export const forecastReserve = (db: Db, period: ForecastPeriod) => db.execute<Forecast>(forecastOf(period));

/** Days of a period still to be filled from the reserve, size of the reserve, and its messages in another period. */
export async function findGaps(
  db: Db,
  from: string,
  to: string,
  forecast: ForecastPeriod,
): Promise<{ gaps: string[]; reserve: number; forecast: Forecast[] }> {
  const [row] = await db.execute<{ gaps: string[]; reserve: number; forecast: Forecast[] }>(sql`
    select to_json(array(select gap.day::text from (${gapsOf(from, to)}) as gap order by gap.day)) as gaps,
      (select count(*)::int from ${reserve}) as reserve,
      (select coalesce(json_agg(next), '[]') from (${forecastOf(forecast)}) as next) as forecast`);
  return row ?? { gaps: [], reserve: 0, forecast: [] };
}

/** A day with a planned or shown message. */
export interface KnownDay extends Day {
  [column: string]: unknown;
  day: string;
  /** True if the message shown still exists outside the trash. */
  is_there: boolean;
}

/**
 * Planned and shown messages of a period, by the indexes on the day alone; omits empty days. Here `planned`
 * may be a draft.
 */
export const listDays = (db: Db, from: string, to: string) =>
  db.execute<KnownDay>(sql`
    select known.day::text, to_jsonb(m) as planned, to_jsonb(i) as issue, kept.id is not null as is_there,
      case when ${isReserveChoice} and kept.status = 'ready' then to_jsonb(kept) end as chosen
    from (select * from daily_messages where day between ${from}::date and ${to}::date and deleted_at is null) as m
    full join (select * from daily_message_issues where day between ${from}::date and ${to}::date) as i using (day) as known
    left join lateral (select * from daily_messages where id = i.message_id and deleted_at is null limit 1) as kept on true
    order by known.day desc`);
