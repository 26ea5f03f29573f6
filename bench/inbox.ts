import type postgres from 'postgres';
import { compareSizes, signIn, startProgram, withDatabase } from './support.ts';

/** Measures the inbox with 10,000 and 1,000,000 conversations: first page by each filter, and the counts. */
const SMALL = 10_000;
const LARGE = 1_000_000;
const MEMBERS = 10_000;
const FILTERS = [
  'awaiting=true',
  'awaiting=true&assignee=me',
  'assignee=none',
  'status=new',
  'status=spam',
  'category=bug',
  'locale=en',
  'category=idea&locale=en&status=closed',
  'sort=last_at',
  'search=7531st',
];

await withDatabase(async ({ sql, settings }) => {
  const product = await startProgram('apps/api/dist/main.js', settings);
  const token = await signIn(product);
  await addMembers(sql);
  await addThreads(sql, SMALL);
  await compareSizes(product, token, {
    what: 'conversations',
    paths: {
      'first page': '/api/v1/messages/?limit=25',
      ...Object.fromEntries(FILTERS.map((filter) => [filter, `/api/v1/messages/?limit=25&${filter}`])),
      counts: '/api/v1/messages/counts',
    },
    sizes: [SMALL, LARGE],
    grow: () => addThreads(sql, LARGE),
  });
  await product.stop();
});

async function addMembers(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into users (id, email, email_key, full_name, password_hash, locale, created_at)
    select gen_random_uuid(), 'member' || n || '@example.org', 'member' || n || '@example.org', 'Member ' || n, 'x', 'fr', now()
    from generate_series(1, ${MEMBERS}::int) as n`;
  await sql`vacuum analyze users`;
}

/** Inserts conversations with a message each, up to a total of `until`; counters in bulk. */
async function addThreads(sql: postgres.Sql, until: number): Promise<void> {
  await sql`set session_replication_role = replica`;
  await sql`
    insert into message_threads (id, user_id, subject, category, status, assignee_id, locale, app_context,
      created_at, last_member_at, last_at, awaiting_since, entry_count)
    select gen_random_uuid(), member.id, 'A question, the ' || n || 'st', (array['question', 'bug', 'idea', 'other'])[1 + n % 4],
      case when n % 500 = 0 then 'new' when n % 300 = 0 then 'spam' when n % 7 = 0 then 'waiting' else 'closed' end,
      case when n % 3 = 0 then null else (select id from users where is_superuser) end,
      case when n % 5 = 0 then 'en' else 'fr' end, '{}', now(), now(), now() - n * interval '10 seconds', now(), 1
    from generate_series((select count(*)::int + 1 from message_threads), ${until}::int) as n
    join (select id, row_number() over () as number from users where not is_superuser) as member
      on member.number = 1 + n % ${MEMBERS}::int`;
  await sql`
    insert into message_entries (id, thread_id, position, kind, author_id, body, created_at)
    select gen_random_uuid(), id, 1, 'member', user_id, 'The ' || md5(id::text) || ' does not open.', last_at
    from message_threads where not exists (select from message_entries where thread_id = message_threads.id)`;
  await sql`delete from row_counts where key like 'message_threads:%'`;
  await sql`
    insert into row_counts (key, owner_id, delta)
    select concat_ws(':', 'message_threads', status, category, locale, awaiting_team), assignee_id, count(*)
    from message_threads group by 1, 2`;
  await sql`vacuum analyze message_threads, message_entries, row_counts`;
}
