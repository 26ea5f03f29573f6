import { sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/db/client.ts';
import {
  type DailyMessage,
  dailyMessageIssues,
  type IssueRow,
  type NewIssue,
} from './daily-messages.table.ts';

const isReady = sql`status = 'ready' and deleted_at is null`;

/**
 * What is known of a day in one query: its own message if that is ready, what was shown of the day so far, and
 * the message of the reserve that was chosen for it if that may still be shown.
 */
const findDay = prepared((db) => {
  const day = sql`${sql.placeholder('day')}::date`;
  return db
    .select({
      planned: sql<DailyMessage | null>`(select to_jsonb(m) from daily_messages m where m.day = ${day} and ${isReady})`,
      issue: sql<IssueRow | null>`(select to_jsonb(i) from daily_message_issues i where i.day = ${day})`,
      chosen: sql<DailyMessage | null>`(select to_jsonb(m) from daily_messages m join daily_message_issues i
        on i.message_id = m.id where i.day = ${day} and i.source = 'reserve' and ${isReady})`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('find_daily_message');
});

export interface Day {
  planned: DailyMessage | null;
  issue: IssueRow | null;
  chosen: DailyMessage | null;
}

export async function readDay(db: Db, day: string): Promise<Day> {
  const [found] = await findDay(db, { day });
  return found ?? { planned: null, issue: null, chosen: null };
}

/** Keeps what a day shows. */
export const keepIssue = (tx: Db, day: string, shown: Omit<NewIssue, 'day' | 'first_served_at'>, now: Date) =>
  tx
    .insert(dailyMessageIssues)
    .values({ day, ...shown, first_served_at: now })
    .onConflictDoUpdate({ target: dailyMessageIssues.day, set: shown });

export const insertIssues = (db: Db, rows: NewIssue[]) => db.insert(dailyMessageIssues).values(rows);

/** The days of a period that the reserve has to fill, and has not yet. */
export async function emptyDays(db: Db, from: string, to: string): Promise<string[]> {
  const rows = await db.execute<{ day: string }>(sql`
    select d::date::text as day from generate_series(${from}::date, ${to}::date, '1 day') as d
    where not exists (select from daily_messages m where m.day = d::date and ${isReady})
      and not exists (select from daily_message_issues i join daily_messages m on m.id = i.message_id
        where i.day = d::date and i.source = 'reserve' and ${isReady})
    order by d`);
  return rows.map(({ day }) => day);
}

/** What was kept of a period, with the message of the reserve behind it if it may still be shown. */
export const listIssued = (db: Db, from: string, to: string) =>
  db.execute<{ issue: IssueRow; chosen: DailyMessage | null }>(sql`
    select to_jsonb(i) as issue, to_jsonb(m) as chosen from daily_message_issues i
    left join daily_messages m on m.id = i.message_id and i.source = 'reserve' and ${isReady}
    where i.day between ${from}::date and ${to}::date`);

interface Month {
  [column: string]: unknown;
  planned: DailyMessage | null;
  issue: IssueRow | null;
}

/** The days of a period that have something, by the indexes on the day alone. */
export const findMonth = (db: Db, from: string, to: string) =>
  db.execute<Month>(sql`
    select to_jsonb(m) as planned, to_jsonb(i) as issue
    from (select * from daily_messages where day between ${from}::date and ${to}::date and deleted_at is null) as m
    full join (select * from daily_message_issues where day between ${from}::date and ${to}::date) as i using (day)`);
