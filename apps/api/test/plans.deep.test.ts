import { APP_NEWS_COUNT_MAX } from '@agora/contract/features/news/news.app.contract';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { countOf, pageOf } from '../src/features/news/app/news.app.queries.ts';
import { insertArticles } from './articles.ts';
import { fill, useService } from './harness.ts';
import { rowsReadBy } from './plans.ts';

const service = useService();

it('reads few rows for a page, a count or a search of 20,000 articles', async () => {
  const t = service();
  const reader = await t.member();
  await insertArticles(t, 20_000);
  await t.db.execute(sql`vacuum analyze news_live`);
  const values = {
    reader: reader.id,
    locale: 'fr',
    now: new Date().toISOString(),
    skip: 0,
    limit: 20,
    reach: 20,
  };
  for (const filter of [{}, { search: 'bonjour' }, { search: 'b17023' }, { category_id: reader.id }]) {
    expect(await rowsReadBy(t.db, pageOf(t.db, filter, values))).toBeLessThan(250);
    expect(await rowsReadBy(t.db, countOf(t.db, filter, values))).toBeLessThan(4 * APP_NEWS_COUNT_MAX);
  }
  const [middle] = await t.db.execute<{ id: string }>(
    sql`select article_id as id from news_live where locale = 'fr' order by visible_from offset 10000 limit 1`,
  );
  expect(await rowsReadBy(t.db, pageOf(t.db, {}, values, middle?.id))).toBeLessThan(250);
  expect((await t.call('GET', '/app/news?search=b17023', { token: reader.token })).body).toMatchObject({
    count: 1,
    data: [{ title: 'Titre b17023' }],
  });
  expect((await t.call('GET', '/app/news?limit=1', { token: reader.token })).body.count).toBe(
    APP_NEWS_COUNT_MAX,
  );
});

it('uses indexes to search accounts and to list the newest first', async () => {
  const t = service();
  await fill(
    t,
    sql`insert into users (id, email, email_key, password_hash, locale, created_at)
      select gen_random_uuid(), 'bulk' || n || '@example.com', 'bulk' || n || '@example.com', 'x', 'fr',
        now() - n * interval '1 minute' from generate_series(1, 20000) n`,
  );
  await t.db.execute(sql`vacuum analyze users`);
  const plan = async (query: ReturnType<typeof sql>) =>
    JSON.stringify(await t.db.execute(sql`explain (format json) ${query}`));
  expect(
    await plan(sql`select * from users where deleted_at is null order by created_at desc, id desc limit 100`),
  ).toContain('users_living');
  expect(await plan(sql`select * from users where search_text like '%' || 'bulk1234' || '%'`)).toContain(
    'users_search',
  );
});
