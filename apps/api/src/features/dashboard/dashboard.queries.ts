import { inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { rowCounts } from '../../platform/db/row-counts.table.ts';
import { type Clock, startOfDay } from '../../platform/db/time-zone.ts';
import { addDays, dayAt, hourAt } from '../../platform/time/civil-date.ts';
import { dailyMessages } from '../daily-messages/daily-messages.table.ts';
import { asleepAwaiting, threadCounterKeys } from '../messages/messages.table.ts';

/** Period of the figure of new members, in days. */
const NEW_DAYS = 7;

/** Number of days, from today on, that should have a message. */
const PLANNED_DAYS = 14;

const isNotDeleted = isNull(dailyMessages.deleted_at);

/** New members from a day until a local time, as the statistics count them. */
const newMembers = (from: string, to: SQL, timeZone: string) =>
  sql<number>`(select count(*)::int from users where not is_team and deleted_at is null
    and created_at >= ${startOfDay(from, timeZone)} and created_at < (${to})::timestamp at time zone ${timeZone}::text)`;

/** A counter maintained by triggers. */
const counted = (...keys: string[]) =>
  sql<number>`(select coalesce(sum(${rowCounts.delta}), 0)::int from ${rowCounts}
    where ${inArray(rowCounts.key, keys)})`;

/** Days from today on without a message, in order. A draft is a task of its own. */
const missingDays = (today: SQL) => sql<string[]>`to_json(array(
  select (${today} + n)::text from generate_series(0, ${PLANNED_DAYS - 1}::int) as n
  where not exists (select from ${dailyMessages} where ${dailyMessages.day} = ${today} + n and ${isNotDeleted}) order by n))`;

const reserve = sql<number>`(select count(*)::int from ${dailyMessages}
  where ${dailyMessages.day} is null and ${dailyMessages.status} = 'ready' and ${isNotDeleted})`;

/**
 * Counts members and administrators, new members of the last seven days and of the seven before until the same
 * hour, missing daily messages, and conversations that wait for the team.
 */
export async function countAll(db: Db, clock: Clock) {
  const { now, timeZone } = clock;
  const day = dayAt(now, timeZone);
  const [from, previous] = [addDays(day, 1 - NEW_DAYS), addDays(day, 1 - 2 * NEW_DAYS)];
  const today = sql`${day}::date`;
  const [row] = await db
    .select({
      count: newMembers(from, sql`${today} + 1`, timeZone),
      previous: newMembers(
        previous,
        sql`${today} - ${NEW_DAYS}::int + ${hourAt(now, timeZone)}::int * interval '1 hour'`,
        timeZone,
      ),
      from: sql<string>`${from}::text`,
      today: sql<string>`${today}::text`,
      missing_days: missingDays(today),
      reserve,
      members: counted('users:member'),
      admins: counted('users:superuser', 'users:staff'),
      messages_awaiting: sql<number>`${counted(...threadCounterKeys({ awaiting: [true] }))} - ${asleepAwaiting(now)}`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('count_all')
    .execute();
  if (!row) throw new Error('An aggregate always has a row');
  return row;
}
