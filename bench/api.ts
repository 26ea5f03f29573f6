import { Readable } from 'node:stream';
import type postgres from 'postgres';
import {
  compare,
  compareSizes,
  measure,
  type NamedLoad,
  type Server,
  SUPERUSER,
  signIn,
  startProgram,
  withDatabase,
} from './support.ts';

/**
 * Compares the product with a minimal server (minimal.ts), alternating route by route in three rounds. Then
 * measures concurrent sign-ins, lists with 10,000 and 1,000,000 accounts, their export, and a start.
 */
const SMALL = 10_000;
const LARGE = 1_000_000;
const PRODUCT = 'apps/api/dist/main.js';

/** `pnpm bench:api export start` runs two of them, no name all. */
const PARTS = ['routes', 'sign-ins', 'lists', 'export', 'start'] as const;
const chosen = process.argv.slice(2);
const isChosen = (part: (typeof PARTS)[number]) => chosen.length === 0 || chosen.includes(part);
for (const part of chosen)
  if (!(PARTS as readonly string[]).includes(part)) throw new Error(`${part} is none of ${PARTS.join(', ')}`);

/** Name of forty of the first accounts, one in 250, regardless of the total. */
const NAME = 'Camille Fontaine';

/** Number of clients that sign in concurrently, and duration in seconds. */
const CROWD = 8;
const CROWD_SECONDS = 10;

await withDatabase(async ({ sql, settings }) => {
  const product = await startProgram(PRODUCT, settings);
  await addMembers(sql, SMALL);
  const token = await signIn(product);
  if (isChosen('routes')) {
    const minimal = await startProgram('bench/minimal.ts', settings);
    await compare(product, minimal, await loadsOf(product, token));
    console.log(`\nThe product holds ${memoryOf(product)} after the run (target: 250).`);
    await minimal.stop();
  }
  if (isChosen('sign-ins')) await signInTogether(product, token);
  if (isChosen('lists')) await compareLists(sql, product, token);
  if (isChosen('export')) {
    await addMembers(sql, LARGE);
    // Exports take a password entered within five minutes.
    await exportAll(product, await signIn(product));
  }
  await product.stop();
  if (isChosen('start')) await startAgain(settings);
});

function compareLists(sql: postgres.Sql, product: Server, token: string): Promise<void> {
  return compareSizes(product, token, {
    what: 'accounts',
    paths: {
      'first page': '/api/v1/users/?is_superuser=false&limit=25',
      'search by a full name': `/api/v1/users/?search=${encodeURIComponent(NAME)}&limit=25`,
      'search by a part of an address': '/api/v1/users/?search=member7531@&limit=25',
      'filter that all match': '/api/v1/users/?locale=fr&limit=25',
      'the same, counted to 10,000': '/api/v1/users/?locale=fr&limit=25&count_up_to=10000',
      'page at half the list': (count) => `/api/v1/users/?is_superuser=false&limit=25&skip=${count / 2}`,
      'the same, behind a row': (count) =>
        `/api/v1/users/?is_superuser=false&limit=25&after=${idOf(count / 2)}`,
    },
    sizes: [SMALL, LARGE],
    grow: () => addMembers(sql, LARGE),
  });
}

/** The id of a member by number. */
function idOf(number: number): string {
  return number
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Inserts members up to a total of `until` accounts, without the triggers that log and count. */
async function addMembers(sql: postgres.Sql, until: number): Promise<void> {
  await sql`set session_replication_role = replica`;
  await sql`
    insert into users (id, email, email_key, full_name, password_hash, locale, created_at, updated_at)
    select lpad(to_hex(n), 32, '0')::uuid, 'member' || n || '@example.com', 'member' || n || '@example.com',
      case when n <= ${SMALL} and n % 250 = 0 then ${NAME} else
      initcap(translate(md5('first' || n), '0123456789', 'aeiouyaeio') || ' ' || translate(md5('last' || n), '0123456789', 'lrstnmdlrs')) end,
      'none', 'fr', now() - n * interval '1 second', now()
    from generate_series((select count(*) + 1 from users), ${until}::int) as n`;
  await sql`vacuum analyze users`;
}

async function loadsOf(product: Server, token: string): Promise<NamedLoad[]> {
  const item = await fetch(`${product.url}/api/v1/items/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'An item' }),
  });
  const { id } = (await item.json()) as { id: string };
  return [
    ['GET /users/me', { token, path: '/api/v1/users/me' }],
    ['GET /users/?limit=100', { token, path: '/api/v1/users/?limit=100' }],
    ['GET /items/{id}', { token, path: `/api/v1/items/${id}` }],
    ['POST /items/', { token, path: '/api/v1/items/', method: 'POST', json: { title: 'An item' } }],
  ];
}

/** PERF-6: each sign-in takes a hash; other requests should not slow down noticeably. */
async function signInTogether(product: Server, token: string): Promise<void> {
  const me = { token, path: '/api/v1/users/me', connections: 2 };
  const login = {
    token,
    path: '/api/v1/login/access-token',
    method: 'POST',
    form: SUPERUSER,
    connections: CROWD,
  } as const;
  const alone = await measure(product, me, CROWD_SECONDS);
  const [signIns, meanwhile] = await Promise.all([
    measure(product, login, CROWD_SECONDS),
    measure(product, me, CROWD_SECONDS),
  ]);
  console.log(
    `\n${CROWD} who sign in again and again: ${signIns.rate.toFixed(0)} a second; 99 % of GET /users/me within ` +
      `${meanwhile.p99.toFixed(0)} ms, ${alone.p99.toFixed(0)} ms without them.`,
  );
}

/** PERF-10: all accounts as CSV. */
async function exportAll(product: Server, token: string): Promise<void> {
  let peak = 0;
  const looking = setInterval(() => (peak = Math.max(peak, product.residentMegabytes())), 50);
  const started = performance.now();
  const answer = await fetch(`${product.url}/api/v1/users/export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`The export was refused: ${answer.status}`);
  let bytes = 0;
  for await (const piece of Readable.fromWeb(answer.body as never)) bytes += (piece as Buffer).length;
  clearInterval(looking);
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `\nExport of ${LARGE} accounts: ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB, the product at most ${peak.toFixed(0)} MB, then ${memoryOf(product)} (target: 250).`,
  );
}

/** PERF-11: a start on a migrated database. */
async function startAgain(settings: Record<string, string>): Promise<void> {
  const product = await startProgram(PRODUCT, settings);
  console.log(
    `\nReady ${(product.readyAfter / 1000).toFixed(1)} s after the start, holding ${memoryOf(product)} (targets: 1.5 s, 150 MB).`,
  );
  await product.stop();
}

function memoryOf(server: Server): string {
  const [all, files] = [server.residentMegabytes(), server.residentMegabytes('RssFile')];
  return `${all.toFixed(0)} MB, ${files.toFixed(0)} of them pages of programs and libraries`;
}
