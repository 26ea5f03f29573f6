import { eq, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/db/client.ts';
import { messageThreads } from '../messages/messages.table.ts';
import { preferences } from '../preferences/preferences.table.ts';

const unread = sql`select count(*)::int from ${messageThreads}
  where ${eq(messageThreads.user_id, sql.placeholder('user_id'))}
    and ${messageThreads.last_staff_at} > coalesce(${messageThreads.member_read_at}, '-infinity')`;

/** What the first screen shows of a member's own, and the time zone that they chose, in one statement. */
const findHome = prepared((db) =>
  db
    .select({
      unread_messages: sql<number>`(${unread})`,
      time_zone: sql<string | null>`(select ${preferences.time_zone} from ${preferences}
        where ${eq(preferences.user_id, sql.placeholder('user_id'))})`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('find_home'),
);

export async function readHome(db: Db, user_id: string) {
  const [row] = await findHome(db, { user_id });
  return row ?? { unread_messages: 0, time_zone: null };
}
