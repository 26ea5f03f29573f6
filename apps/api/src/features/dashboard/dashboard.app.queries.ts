import { sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/db/client.ts';
import { timeZoneOfUser } from '../accounts/accounts.preferences.table.ts';
import { unreadNotificationsOf } from '../broadcasts/broadcasts.table.ts';

const reader = sql`${sql.placeholder('user_id')}::uuid`;

/** The reader's own part of the home screen, in one statement. */
const findHome = prepared((db) =>
  db
    .select({
      unread_messages: sql<number>`(select count(*)::int from message_threads
        where user_id = ${reader} and last_staff_at > coalesce(member_read_at, '-infinity'))`,
      unread_notifications: unreadNotificationsOf(reader),
      time_zone: timeZoneOfUser(reader),
      read: sql<string[]>`to_json(array(select article_id from news_reads
        where user_id = ${reader} and article_id = any(${sql.placeholder('ids')}::uuid[])))`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('find_home'),
);

/** @param news ids of the articles shown, for their read state */
export async function readHome(db: Db, user_id: string, news: readonly string[]) {
  const [row] = await findHome(db, { user_id, ids: `{${news.join(',')}}` });
  return row ?? { unread_messages: 0, unread_notifications: 0, time_zone: null, read: [] };
}
