import type postgres from 'postgres';
import { median, type Server, signIn, startProgram, withDatabase } from './support.ts';

/** Measures `GET /search` with 1,000,000 accounts, 100,000 articles and 100,000 conversations. */
const ACCOUNTS = Number(process.env['ACCOUNTS'] ?? 1_000_000);
const OTHERS = ACCOUNTS / 10;
const CALLS = 40;

/** Searches that use the indexes in different ways. */
const SEARCHES: [what: string, q: string][] = [
  ['a full name, 170 of them', 'Lefèvre Édouard'],
  ['a first name, 25,000 of them', 'edouard'],
  ['the same, typing', 'edo'],
  ['a typo in a name', 'Lefevre Edouadr'],
  ['a typo in a frequent name', 'edouadr'],
  ['one address', 'member765431@example.org'],
  ['a word that all addresses have', 'member'],
  ['a typo in it', 'membre'],
  ['a word that all articles have', 'jardin'],
  ['a word that one article has', 'mot76543'],
  ['two words of a text', 'jardin mot76543'],
  ['a number', '#76543'],
  ['one letter', 'e'],
  ['two letters', 'qz'],
  ['two letters in all conversations', 'le'],
  ['two letters in 200,000 names', 'du'],
  ['three letters of 6,700 names', 'lef'],
  ['nothing', 'xylographe'],
  ['nothing, of frequent parts', 'mardin edouvre'],
  ['signs', '%_\\'],
  ['255 letters', 'lorem ipsum dolor '.repeat(15).slice(0, 255)],
];

await withDatabase(async ({ sql, settings }) => {
  const product = await startProgram('apps/api/dist/main.js', settings);
  const token = await signIn(product);
  await sql`set session_replication_role = replica`;
  await addAccounts(sql);
  await addArticles(sql);
  await addConversations(sql);
  await sql`vacuum analyze users, news_articles, message_threads, message_entries`;
  console.log(
    `${ACCOUNTS} accounts, ${OTHERS} articles and conversations: milliseconds of one call at a time`,
  );
  console.log(`${' '.repeat(36)}   median     worst (of ${CALLS})`);
  for (const [what, q] of SEARCHES) {
    const times = await timesOf(product, token, q);
    console.log(
      `${what.padEnd(36)}${[median(times), Math.max(...times)].map((time) => time.toFixed(1).padStart(10)).join('')}`,
    );
  }
  await product.stop();
});

async function timesOf(server: Server, token: string, q: string): Promise<number[]> {
  const times: number[] = [];
  for (let call = -5; call < CALLS; call += 1) {
    const started = performance.now();
    const answer = await fetch(`${server.url}/api/v1/search?q=${encodeURIComponent(q)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.text();
    if (!answer.ok) throw new Error(`${q}: ${answer.status}`);
    if (call >= 0) times.push(performance.now() - started);
  }
  return times;
}

/** 40 first names and 150 last names. */
async function addAccounts(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into users (id, email, email_key, full_name, password_hash, locale, created_at)
    select gen_random_uuid(), 'member' || n || '@example.org', 'member' || n || '@example.org',
      case n % 40 when 0 then 'Édouard' else (array['Zoé', 'Anne', 'Jean-Pierre', 'Marie', 'Noémie', 'Paul', 'Éloïse', 'Marc'])[1 + n % 8]
        || case when n % 40 < 8 then '' else substr(md5((n % 40)::text), 1, 4) end end || ' ' ||
      case (n / 40) % 150 when 0 then 'Lefèvre' else (array['Martin', 'Durand', 'Petit', 'Moreau', 'Garcia'])[1 + (n / 40) % 5]
        || substr(md5(((n / 40) % 150)::text), 1, 3) end,
      'x', 'fr', now() - n * interval '1 minute'
    from generate_series(1, ${ACCOUNTS}::int) as n`;
}

/** Texts of some 2,000 letters, made of common words. */
async function addArticles(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into news_articles (id, status, slug, content, created_at, updated_at)
    select gen_random_uuid(), 'draft', 'article-' || n, jsonb_build_object('translations', jsonb_build_object('fr',
      jsonb_build_object('title', 'Le jardin ' || (array['ouvre', 'ferme', 'change', 'accueille'])[1 + n % 4] || ' le ' || n, 'excerpt', '',
        'body', jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph',
          'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text',
            'Nouvelles du jardin : mot' || n || ' ' || words.text))))),
        'cover_alt', '', 'state', 'draft'), 'en', null)), now(), now() - n * interval '1 minute'
    from generate_series(1, ${OTHERS}::int) as n
    cross join lateral (
      select string_agg((array['bonjour', 'communauté', 'atelier', 'samedi', 'ensemble', 'quartier', 'rendez-vous', 'musique',
        'lecture', 'cuisine', 'promenade', 'marché', 'enfants', 'ouverture', 'inscription', 'membres', 'projet', 'équipe',
        'automne', 'printemps'])[1 + (hashint4(n * 300 + w) & 2147483647) % 20], ' ') as text from generate_series(1, 240) as w) as words`;
}

async function addConversations(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into message_threads (id, user_id, subject, category, status, locale, app_context, created_at, last_at, entry_count)
    select gen_random_uuid(), member.id, 'Question sur le jardin, la ' || n || 'e', 'question', 'closed', 'fr', '{}', now(),
      now() - n * interval '1 minute', 3
    from generate_series(1, ${OTHERS}::int) as n
    join (select id, row_number() over () as place from users limit ${OTHERS}::int) as member on member.place = n`;
  await sql`
    insert into message_entries (id, thread_id, position, kind, author_id, body, created_at)
    select gen_random_uuid(), id, position, 'member', user_id,
      'Bonjour, le jardin ' || md5(id::text || position) || ' ne s’ouvre pas chez moi depuis samedi. Merci de votre aide.', last_at
    from message_threads, generate_series(1, 3) as position`;
}
