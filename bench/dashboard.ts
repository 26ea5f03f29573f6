import type postgres from 'postgres';
import { median, type Server, signIn, startProgram, withDatabase } from './support.ts';

/** Measures the requests of the dashboard with 1,000,000 members who joined and visited within two years. */
const ACCOUNTS = Number(process.env['ACCOUNTS'] ?? 1_000_000);
const OTHERS = ACCOUNTS / 10;
const MINUTES = 2 * 365 * 24 * 60;
const CALLS = 20;

const RANGES = ['7d', '30d', '90d', '12m'];

/** Requests of one dashboard. */
const requestsOf = (range: string) => [
  '/dashboard/',
  '/stats/todo',
  `/stats/overview?range=${range}`,
  `/stats/broadcasts?range=${range}`,
  `/stats/news?range=${range}`,
  `/stats/messages?range=${range}`,
];

await withDatabase(async ({ sql, settings }) => {
  const product = await startProgram('apps/api/dist/main.js', settings);
  const token = await signIn(product);
  await sql`set session_replication_role = replica`;
  await fill(sql);
  await sql`vacuum analyze`;
  // What was summed up while the tables were filled.
  await sql`truncate tallies`;
  const seconds = await sumUp(sql);
  console.log(
    `${ACCOUNTS} members, ${OTHERS} conversations, ratings and reads, summed up in ${seconds.toFixed(1)} s`,
  );
  console.log('Median milliseconds, each alone');
  console.log(`${''.padEnd(34)}${RANGES.map((range) => range.padStart(10)).join('')}`);
  const columns: number[][] = [];
  for (const range of RANGES) columns.push(await timesOf(product, token, requestsOf(range)));
  for (const [index, path] of requestsOf('').entries()) {
    const name = path.replace(/range=&?/, '').replace(/\?$/, '');
    console.log(
      `${name.padEnd(34)}${columns.map((times) => (times[index] ?? 0).toFixed(1).padStart(10)).join('')}`,
    );
  }
  const sumOf = (times: number[]) => times.reduce((sum, time) => sum + time, 0);
  console.log(
    `${'all, one after the other'.padEnd(34)}${columns.map((times) => sumOf(times).toFixed(1).padStart(10)).join('')}`,
  );
  const together: number[] = [];
  for (const range of RANGES) together.push(await timeOf(product, token, requestsOf(range)));
  console.log(
    `${'all at once, as the page asks'.padEnd(34)}${together.map((time) => time.toFixed(1).padStart(10)).join('')}`,
  );
  await product.stop();
});

async function timesOf(server: Server, token: string, paths: string[]): Promise<number[]> {
  const medians: number[] = [];
  for (const path of paths) medians.push(await timeOf(server, token, [path]));
  return medians;
}

/** Runs the job. @returns how many seconds it takes */
async function sumUp(sql: postgres.Sql): Promise<number> {
  const started = performance.now();
  await sql`select graphile_worker.add_job('sum_up_statistics')`;
  while ((await sql`select from graphile_worker.jobs where task_identifier = 'sum_up_statistics'`).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return (performance.now() - started) / 1000;
}

/** Until the last of these requests, which are made at once, is answered. */
async function timeOf(server: Server, token: string, paths: string[]): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const times: number[] = [];
  for (let call = -3; call < CALLS; call += 1) {
    const started = performance.now();
    await Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(`${server.url}/api/v1${path}`, { headers });
        await answer.text();
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      }),
    );
    if (call >= 0) times.push(performance.now() - started);
  }
  return median(times);
}

async function fill(sql: postgres.Sql): Promise<void> {
  // Not read here, and slow to fill.
  await sql`drop index users_search, users_search_keys, message_threads_search, message_threads_search_keys`;
  await sql`
    insert into users (id, email, email_key, password_hash, locale, created_at, last_seen_at)
    select gen_random_uuid(), n || '@example.org', n || '@example.org', 'x', 'fr', now() - random() * ${MINUTES} * interval '1 minute',
      now() - random() ^ 2 * ${MINUTES} * interval '1 minute'
    from generate_series(1, ${ACCOUNTS}::int) as n`;
  await sql`
    insert into member_days (user_id, at)
    select id, at from (
      select id, now() - (random() * 90) * interval '1 day' as at from users, generate_series(1, 3)) as seen
    on conflict do nothing`;
  await sql`
    insert into message_threads (id, user_id, subject, category, status, locale, app_context, created_at, received_at, last_at,
      entry_count, first_answered_at, closed_at)
    select gen_random_uuid(), id, '', 'question', 'closed', 'fr', '{}', at, at, at, 2, at + random() * interval '1 day', at + interval '1 day'
    from (select id, now() - random() * ${MINUTES} * interval '1 minute' as at from users limit ${OTHERS}::int) as member`;
  await sql`
    insert into ratings (id, user_id, target_type, score, comment, locale, created_at, updated_at)
    select gen_random_uuid(), id, 'app', 1 + floor(random() * 5), '', 'fr', at, at
    from (select id, now() - random() * ${MINUTES} * interval '1 minute' as at from users limit ${OTHERS}::int) as member`;
  await sql`
    insert into news_articles (id, status, slug, content, created_at, updated_at)
    select gen_random_uuid(), 'draft', 'article-' || n, '{"translations": {"fr": {"title": "Article"}}}', now(), now()
    from generate_series(1, 1000) as n`;
  await sql`
    insert into news_reads (article_id, user_id, locale, at)
    select article.id, member.id, 'fr', now() - random() * ${MINUTES} * interval '1 minute'
    from (select id, row_number() over () as place from users limit ${OTHERS}::int) as member
    join (select id, row_number() over () as place from news_articles) as article
      on article.place = 1 + member.place % 1000`;
}
