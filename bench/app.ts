import type postgres from 'postgres';
import { compare, compareSizes, type Server, signIn, startProgram, withDatabase } from './support.ts';

/**
 * What every phone asks for on opening, beside the least that answers the same (minimal.ts); then how that and
 * the calendar grow from 100 to 100,000 messages of the day.
 */
const SMALL = 100;
const LARGE = 100_000;
const DAY = new Date().toISOString().slice(0, 10);
const PATH = `/api/v1/app/daily-message?day=${DAY}&time_zone=Europe/Paris`;
const HOME = `/api/v1/app/home?day=${DAY}&time_zone=Europe/Paris`;
const PATHS = {
  'GET /app/daily-message': PATH,
  'GET /app/home': HOME,
  'GET /app/daily-messages': '/api/v1/app/daily-messages',
  'GET /daily-messages/calendar': `/api/v1/daily-messages/calendar?month=${DAY.slice(0, 7)}`,
};

await withDatabase(async ({ sql, settings }) => {
  const product = await startProgram('apps/api/src/main.ts', settings);
  await addMessages(sql, SMALL);
  const minimal = await startProgram('bench/minimal.ts', settings);
  const token = await signIn(product);
  const bothOf = async (path: string) =>
    `${await etagOf(product, token, path)}, ${await etagOf(minimal, token, path)}`;
  await compare(product, minimal, [
    ['GET /app/daily-message', { token, path: PATH }],
    [
      'the same, unchanged since (304)',
      { token, path: PATH, headers: { 'if-none-match': await bothOf(PATH) } },
      0.9,
    ],
    ['GET /app/home', { token, path: HOME }],
  ]);
  await minimal.stop();
  await compareSizes(product, token, {
    what: 'messages',
    sizes: [SMALL, LARGE],
    paths: PATHS,
    grow: () => addMessages(sql, LARGE),
  });
  await product.stop();
});

/** Messages of the days up to today, so that there are `until` in all. */
async function addMessages(sql: postgres.Sql, until: number): Promise<void> {
  const texts = (body: string) => ({ title: 'Un titre', body, author: 'Colette' });
  const translations = { fr: texts('Bonjour à toutes et à tous.'), en: texts('Good morning, everybody.') };
  await sql`
    insert into daily_messages (id, day, status, translations, missing_locale, created_at, updated_at)
    select gen_random_uuid(), ${DAY}::date - n, 'ready', ${sql.json(translations)}, 'fallback', now(), now()
    from generate_series((select count(*)::int from daily_messages), ${until - 1}::int) as n`;
  await sql`vacuum analyze daily_messages`;
}

async function etagOf(server: Server, token: string, path: string): Promise<string> {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
  return answer.headers.get('etag') ?? '';
}
