import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../apps/api/src/platform/db/embedded.ts';
import { compare, latencyOf, type NamedLoad, type Server, signIn, startProgram } from './support.ts';

/**
 * The product against the least that does the same work (minimal.ts), side by side: three rounds, in each the
 * two take turns route by route. Then how lists grow from 10,000 to 1,000,000 accounts.
 */
const SMALL = 10_000;
const LARGE = 1_000_000;
const SECRET = 'bench-bench-bench-bench-bench-bench-bench';

const dir = await mkdtemp(join(tmpdir(), 'agora-bench-'));
const database = await startEmbeddedPostgres({ dir, durable: true });
const sql = postgres(database.url, { max: 1, onnotice: () => {} });
const settings = {
  DATABASE_URL: database.url,
  SECRET_KEY: SECRET,
  SEED_DEMO: 'false',
  LOG_LEVEL: 'info',
};

try {
  await run();
} finally {
  await sql.end();
  await database.stop();
  await rm(dir, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const product = await startProgram('apps/api/src/main.ts', settings);
  await addMembers(SMALL);
  const minimal = await startProgram('bench/minimal.ts', settings);
  const token = await signIn(product);
  await compare(product, minimal, await loadsOf(product, token));
  console.log(
    `\nThe product holds ${product.residentMegabytes().toFixed(0)} MB after the run (target: 120).`,
  );
  await minimal.stop();
  await grow(product, token);
  await product.stop();
}

/** Members by the thousand, so that there are `until` accounts in all. */
async function addMembers(until: number): Promise<void> {
  await sql`set statement_timeout = 0`;
  await sql`
    insert into users (id, email, email_key, full_name, password_hash, locale, created_at, updated_at)
    select gen_random_uuid(), 'member' || n || '@example.com', 'member' || n || '@example.com',
      initcap(translate(md5('first' || n), '0123456789', 'aeiouyaeio') || ' ' || translate(md5('last' || n), '0123456789', 'lrstnmdlrs')), 'none', 'fr', now() - n * interval '1 second', now()
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

async function grow(product: Server, token: string): Promise<void> {
  const paths = {
    'first page': '/api/v1/users/?is_superuser=false&limit=25',
    'search of one name': '/api/v1/users/?search=member7531@&limit=25',
    'deep page': '/api/v1/users/?is_superuser=false&limit=25&skip=',
  };
  const small = await latencies(product, token, paths, SMALL / 2);
  await addMembers(LARGE);
  const large = await latencies(product, token, paths, LARGE / 2);
  console.log(`\nFrom ${SMALL} to ${LARGE} accounts, milliseconds of one call at a time (median of 60)`);
  for (const name of Object.keys(paths))
    console.log(
      name.padEnd(24) +
        (small[name] ?? 0).toFixed(2).padStart(9) +
        (large[name] ?? 0).toFixed(2).padStart(9) +
        `   ${((large[name] ?? 0) / (small[name] ?? 1)).toFixed(2)} times`,
    );
}

async function latencies(product: Server, token: string, paths: Record<string, string>, skip: number) {
  const found: Record<string, number> = {};
  for (const [name, path] of Object.entries(paths))
    found[name] = await latencyOf(product, token, path.endsWith('=') ? path + String(skip) : path);
  return found;
}
