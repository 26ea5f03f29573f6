import type postgres from 'postgres';
import { compareSizes, type Server, signIn, startProgram, withDatabase } from './support.ts';

/**
 * Measures the pages of a push, of a member's notifications and of the audit log with few and with many rows, in the
 * partitions of two years; then how long previewing an audience by the last push, adding a push and removing a month
 * take.
 */
const MEMBERS = 100_000;
const PUSHES = Number(process.env['PUSHES'] ?? 200);
const FEW_ENTRIES = 100_000;
const ENTRIES = Number(process.env['ENTRIES'] ?? 2_000_000);
const MONTHS = 24;

await withDatabase(async ({ sql, settings }) => {
  const product = await startProgram('apps/api/dist/main.js', settings);
  const token = await signIn(product);
  await sql`set session_replication_role = replica`;
  await sql`create table members as select n, case n when 1 then (select id from users) else gen_random_uuid() end as id
    from generate_series(1, ${MEMBERS}::int) as n`;
  await addMonths(sql);
  const [push = ''] = await addPushes(sql, 1, 1);
  await sql`vacuum analyze broadcasts, broadcast_deliveries`;
  const page = `/api/v1/broadcasts/${push}`;
  await compareSizes(product, token, {
    what: 'deliveries',
    paths: {
      'a push': page,
      'its figures': `${page}/stats`,
      'its devices': `${page}/deliveries?limit=25`,
      'its devices, failed': `${page}/deliveries?limit=25&status=failed`,
      'all pushes': '/api/v1/broadcasts/?limit=25',
      'notifications of a member': '/api/v1/app/notifications?limit=20',
    },
    sizes: [MEMBERS, PUSHES * MEMBERS],
    grow: () => addMany(sql),
  });
  await addAccounts(sql);
  for (const _ of [1, 2, 3])
    console.log(
      `preview of an audience by the last push: ${await timeOf(sql, () => previewUnopened(product, token))}`,
    );
  for (const n of [1, 2, 3])
    console.log(
      `${MEMBERS} deliveries of another push: ${await timeOf(sql, () => addPushes(sql, PUSHES + n, PUSHES + n))}`,
    );
  const { name, count } = await firstMonth(sql);
  console.log(
    `dropping a month of ${count} deliveries: ${await timeOf(sql, () => sql`drop table ${sql(name)}`)}`,
  );

  await addEntries(sql, 1, FEW_ENTRIES);
  const [entry] = await sql<{ id: number; entity_id: string; actor_id: string }[]>`
    select id::int, entity_id, actor_id from audit_logs where entity_type = 'item' offset ${FEW_ENTRIES / 2} limit 1`;
  const logs = '/api/v1/audit-logs/?limit=25&count_up_to=1000';
  await compareSizes(product, token, {
    what: 'entries of the audit log',
    paths: {
      newest: logs,
      oldest: `${logs}&sort=at`,
      'after an entry': `${logs}&after=${entry?.id}`,
      'of a row': `${logs}&entity_type=item&entity_id=${entry?.entity_id}`,
      'of a person': `${logs}&actor_id=${entry?.actor_id}`,
      'of a day': `${logs}&from=2027-03-10&to=2027-03-10`,
      'with a word': `${logs}&search=nr7531`,
    },
    sizes: [FEW_ENTRIES, ENTRIES],
    grow: () => addEntries(sql, FEW_ENTRIES + 1, ENTRIES),
  });
  await product.stop();
});

/** Rows are of the months to come, for which partitions can be added. */
async function addMonths(sql: postgres.Sql): Promise<void> {
  for (const parent of ['broadcast_deliveries', 'audit_logs'])
    for (let n = 0; n < MONTHS; n += 1) await sql`select add_month(${parent})`;
}

async function firstMonth(sql: postgres.Sql) {
  const [month] = await sql<{ name: string }[]>`select 'partitions.' || name as name
    from months_of('broadcast_deliveries') where name not like '%until%' order by ends offset 1 limit 1`;
  const name = month?.name ?? '';
  const [counted] = await sql<{ count: number }[]>`select count(*)::int from ${sql(name)}`;
  return { name, count: counted?.count };
}

/** Adds pushes to all members; their moments are spread over two years. @returns their ids */
async function addPushes(sql: postgres.Sql, first: number, last: number): Promise<string[]> {
  const pushes = await sql<{ id: string }[]>`
    insert into broadcasts (id, name, category, status, translations, missing_locale, audience, ttl_seconds, source, targeted,
      sent, failed, reached, opened, started_at, finished_at, created_at, updated_at)
    select (left(first_uuid(at)::text, 15) || '7' || right(gen_random_uuid()::text, 20))::uuid, 'Push ' || n, 'announcement', 'sent', '{"fr": {"title": "T", "body": "B"}}', 'fallback',
      '{"everyone": true}', 3600, 'manual', ${MEMBERS}, ${MEMBERS} * 49 / 50, ${MEMBERS} / 50, ${MEMBERS}, ${MEMBERS} / 5, at, at, at, at
    from (select n, now() + interval '40 days' + (n - 1) % ${PUSHES}::int * ${(MONTHS - 1) * 30} * interval '1 day' / ${PUSHES} as at
      from generate_series(${first}::int, ${last}::int) as n) as planned
    returning id`;
  const ids = pushes.map(({ id }) => id);
  await sql`
    insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, app_version, status, error_code,
      not_before, attempts, sent_at, opened_at, read_at)
    select broadcasts.id, md5(members.id::text)::uuid, members.id, case n % 2 when 0 then 'ios' else 'android' end, 'fr',
      '2.' || n % 7, case n % 50 when 0 then 'failed' else 'sent' end, case n % 50 when 0 then 'rejected' end,
      started_at, 1, started_at + n % 3600 * interval '1 second',
      case n % 5 when 0 then started_at + n % 7200 * interval '1 second' end, case n % 4 when 0 then started_at end
    from broadcasts cross join members where broadcasts.id = any(${ids}::uuid[])`;
  await sql`analyze broadcasts`;
  return ids;
}

/** Without the index whose order the rows do not have: it is built faster than maintained. */
async function addMany(sql: postgres.Sql): Promise<void> {
  await sql`set maintenance_work_mem = '1GB'`;
  await sql`drop index broadcast_deliveries_user`;
  for (let n = 2; n <= PUSHES; n += 1) await addPushes(sql, n, n);
  await sql`create index broadcast_deliveries_user on broadcast_deliveries (user_id, broadcast_id)`;
  await sql`vacuum analyze broadcast_deliveries`;
}

/** Inserts accounts for members 2 to 20,000 (the first one is the administrator), and dates the progress of the latest pushes. */
async function addAccounts(sql: postgres.Sql): Promise<void> {
  await sql`insert into users (id, email, email_key, password_hash, locale, created_at)
    select id, n || '@example.org', n || '@example.org', 'none', 'fr', now() from members where n between 2 and 20000`;
  await sql`update broadcasts set progressed_at = started_at
    where started_at > (select max(started_at) from broadcasts) - interval '31 days'`;
  await sql`vacuum analyze users, broadcasts`;
}

async function previewUnopened({ url }: Server, token: string): Promise<void> {
  const { ok, status } = await fetch(`${url}/api/v1/broadcasts/audience-preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ audience: { unopened_last: true } }),
  });
  if (!ok) throw new Error(`The preview answered ${status}`);
}

async function addEntries(sql: postgres.Sql, first: number, last: number): Promise<void> {
  await sql`
    insert into audit_logs (at, actor_kind, actor_id, actor_label, action, entity_type, entity_id, entity_labels, changes, ip)
    select now() + interval '40 days' + n % ${(MONTHS - 1) * 30} * interval '1 day' + n % 86400 * interval '1 second', 'user', md5((n % 1000)::text)::uuid,
      'member' || n % 1000 || '@example.org', 'updated', 'item', md5((n % 10000)::text)::uuid,
      jsonb_build_object('fr', 'Objet nr' || n % 10000, 'en', 'Item nr' || n % 10000), '{"title": ["a", "b"]}', '::1'
    from generate_series(${first}::int, ${last}::int) as n`;
  await sql`insert into row_counts (key, delta) values ('audit_logs', ${last - first + 1})`;
  await sql`vacuum analyze audit_logs`;
}

async function timeOf(sql: postgres.Sql, work: () => PromiseLike<unknown>): Promise<string> {
  await sql`checkpoint`;
  const started = performance.now();
  await work();
  return `${((performance.now() - started) / 1000).toFixed(2)} s`;
}
