import type postgres from 'postgres';
import { compare, compareSizes, signIn, startProgram, withDatabase } from './support.ts';

/**
 * Requests of every phone on opening, compared with a minimal server (minimal.ts); in rows with an asterisk
 * only the product caches content. Then the same with 100 to 100,000 messages of the day, the calendar too,
 * and with as many articles.
 */
const SMALL = 100;
const LARGE = 100_000;
const DAY = new Date().toISOString().slice(0, 10);
const PATH = `/api/v1/app/daily-message?day=${DAY}&time_zone=Europe/Paris`;
const NEWS = '/api/v1/app/news?limit=20';
const HOME = `/api/v1/app/home?day=${DAY}&time_zone=Europe/Paris`;
const PATHS = {
  'GET /app/daily-message': PATH,
  'GET /app/home': HOME,
  'GET /app/daily-messages': '/api/v1/app/daily-messages',
  'GET /daily-messages/calendar': `/api/v1/daily-messages/calendar?month=${DAY.slice(0, 7)}`,
};

await withDatabase(async ({ sql, settings }) => {
  const product = await startProgram('apps/api/dist/main.js', settings);
  await addMessages(sql, SMALL);
  await addNews(sql, SMALL);
  const articles = await sql`select id from news_articles order by slug limit 2`;
  const [unread, read] = articles.map(({ id }) => `/api/v1/app/news/${id}`) as [string, string];
  const minimal = await startProgram('bench/minimal.ts', settings);
  const token = await signIn(product);
  await fetch(`${product.url}${read}/read`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
  });
  await compare(product, minimal, [
    ['GET /app/daily-message *', { token, path: PATH }],
    ['the same, unchanged since (304) *', { token, path: PATH, isKnown: true }, 0.9],
    ['GET /app/news, 20 articles *', { token, path: NEWS }],
    ['the same, unchanged since (304) *', { token, path: NEWS, isKnown: true }, 0.9],
    ['GET /app/news/{id} *', { token, path: unread }],
    ['the same of an article read before *', { token, path: read }],
    ['the same, unchanged since (304) *', { token, path: read, isKnown: true }, 0.9],
    ['GET /app/home *', { token, path: HOME }],
  ]);
  await minimal.stop();
  await compareSizes(product, token, {
    what: 'messages',
    sizes: [SMALL, LARGE],
    paths: PATHS,
    grow: () => addMessages(sql, LARGE),
  });
  await compareSizes(product, token, {
    what: 'articles',
    sizes: [SMALL, LARGE],
    paths: {
      'GET /app/news, 20 articles': NEWS,
      'GET /app/news/{id}': unread,
      'a search for a rare word': `${NEWS}&search=n7`,
      'a search for a word of all': `${NEWS}&search=bonjour`,
    },
    grow: () => addNews(sql, LARGE),
  });
  await product.stop();
});

/** Inserts messages of the days up to today, up to a total of `until`. */
async function addMessages(sql: postgres.Sql, until: number): Promise<void> {
  const texts = (body: string) => ({ title: 'Un titre', body, author: 'Colette' });
  const translations = { fr: texts('Bonjour à toutes et à tous.'), en: texts('Good morning, everybody.') };
  await sql`
    insert into daily_messages (id, day, status, translations, missing_locale, created_at, updated_at)
    select gen_random_uuid(), ${DAY}::date - n, 'ready', ${sql.json(translations)}, 'fallback', now(), now()
    from generate_series((select count(*)::int from daily_messages), ${until - 1}::int) as n`;
  await sql`vacuum analyze daily_messages`;
}

/** Inserts articles up to a total of `until`, one per minute up to now, in both languages with a realistic text. */
async function addNews(sql: postgres.Sql, until: number): Promise<void> {
  const words = 'Bonjour à toutes et à tous, voici ce qui se passe près de chez vous. '.repeat(20);
  const content = { cover: null, missing_locale: 'fallback', translations: { fr: null, en: null } };
  await sql`
    with made as (
      insert into news_articles (id, status, slug, content, live_revision_id, visible_from, created_at, updated_at)
      select gen_random_uuid(), 'live', 'n' || n, ${sql.json(content)}, gen_random_uuid(), now() - n * interval '1 minute', now(), now()
      from generate_series((select count(*)::int + 1 from news_articles), ${until}::int) as n
      returning id, slug, visible_from
    )
    insert into news_live (article_id, locale, text_locale, slug, title, excerpt, html, text, visible_from)
    select id, locale, 'fr', slug, 'Un titre ' || slug, 'Un résumé', '<p>' || ${words}::text || '</p>', ${words}::text, visible_from
    from made, unnest('{fr,en}'::text[]) as locale`;
  await sql`vacuum analyze news_articles`;
  await sql`vacuum analyze news_live`;
}
