import { HOME_NEWS } from '@agora/contract/features/app-home/app-home.contract';
import type { AppNewsCategory, AppNewsCover } from '@agora/contract/features/app-news/app-news.contract';
import type { Locale } from '@agora/contract/features/users/users.contract';
import { sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/db/client.ts';
import { changesOf } from '../../platform/db/row-counts.ts';

/** An article as JSON has it. */
interface NewsRow {
  article_id: string;
  slug: string;
  locale: Locale;
  text_locale: Locale;
  title: string;
  excerpt: string;
  cover: AppNewsCover | null;
  category: AppNewsCategory | null;
  visible_from: string;
  is_pinned: boolean;
  is_read: boolean;
}

const reader = sql`${sql.placeholder('user_id')}::uuid`;
const locale = sql`${sql.placeholder('locale')}::text`;
const now = sql`${sql.placeholder('now')}::timestamptz`;

const isShown = sql`locale = ${locale} and visible_from <= ${now} and (visible_to is null or visible_to > ${now})`;

/** The pinned articles, which are few, and the newest of the others, each by an index. */
const latest = sql`
  (select *, true as is_pinned from news_live where ${isShown} and pinned_until > ${now})
  union all
  (select *, false from news_live where ${isShown} and (pinned_until is null or pinned_until <= ${now})
    order by visible_from desc, article_id desc limit ${HOME_NEWS}::int)
  order by is_pinned desc, visible_from desc, article_id desc limit ${HOME_NEWS}::int`;

const news = sql<NewsRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'article_id', latest.article_id, 'slug', latest.slug, 'locale', latest.locale, 'text_locale', latest.text_locale,
    'title', latest.title, 'excerpt', latest.excerpt, 'cover', latest.cover, 'visible_from', latest.visible_from,
    'is_pinned', latest.is_pinned,
    'is_read', exists (select from news_reads where news_reads.article_id = latest.article_id and user_id = ${reader}),
    'category', (select jsonb_build_object('id', id, 'color', color,
      'name', case when ${locale} = 'fr' then name_fr else name_en end) from news_categories where id = latest.category_id)
  ) order by latest.is_pinned desc, latest.visible_from desc, latest.article_id desc), '[]')
  from (${latest}) as latest)`;

/** What the first screen shows beside the message of the day, and the time zone of the reader, in one statement. */
const findHome = prepared((db) =>
  db
    .select({
      news,
      unread_messages: sql<number>`(select count(*)::int from message_threads
        where user_id = ${reader} and last_staff_at > coalesce(member_read_at, '-infinity'))`,
      changes: changesOf(sql`'daily_messages'`),
      time_zone: sql<string | null>`(select time_zone from preferences where user_id = ${reader})`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('find_home'),
);

export async function readHome(db: Db, user_id: string, reading: { locale: Locale; now: Date }) {
  const [row] = await findHome(db, { user_id, locale: reading.locale, now: reading.now.toISOString() });
  return row ?? { news: [], unread_messages: 0, changes: 0, time_zone: null };
}
