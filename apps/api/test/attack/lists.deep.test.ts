import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { NO_CONTEXT } from '../../src/features/messages/messages.queries.ts';
import { type Account, type Answer, useService } from '../harness.ts';
import { OPERATIONS, type Operation } from '../samples.ts';
import { expectIndistinguishable } from '../timing.ts';
import { fieldsOf } from './operations.ts';

const service = useService();
let admin: Account;

/** Id shared by an article and a broadcast, for lists nested under them. */
let within: string;

/** Rows of a page, short or long: the lists have more. */
const [PAGE, LONG_PAGE] = [17, 37];

/** Rows with mostly equal names and times: only their ids differ. */
const ROWS = 200;

beforeAll(async () => {
  const t = service();
  admin = await t.superuser();
  await t.db.execute(sql`insert into users (id, email, email_key, full_name, password_hash, locale, created_at)
    select gen_random_uuid(), n || '@example.org', n || '@example.org',
      case when n % 7 > 0 then 'Twin ' || n % 3 end, 'x', 'fr', '2020-01-01'
    from generate_series(1, ${ROWS}::int) n`);
  await t.db.execute(sql`insert into items (id, owner_id, title, created_at)
    select gen_random_uuid(), id, 'Twin', '2020-01-01' from users where email like '%@example.org'`);
  const text = JSON.stringify({ fr: { title: 'Twin', body: 'Twin', author: '' }, en: null });
  await t.db.execute(sql`insert into daily_messages (id, status, translations, missing_locale, created_at, updated_at)
    select gen_random_uuid(), 'ready', ${text}::jsonb, 'fallback', '2020-01-01', '2020-01-01'
    from generate_series(1, ${ROWS}::int) n`);
  await t.db.execute(sql`insert into daily_message_issues (day, message_id, version, source, translations, missing_locale, first_served_at)
    select current_date - n, gen_random_uuid(), 1, 'reserve', ${text}::jsonb, 'fallback', '2020-01-01' from generate_series(1, 50) n`);
  const content = JSON.stringify({
    cover: null,
    missing_locale: 'hide',
    translations: { fr: null, en: null },
  });
  await t.db.execute(sql`insert into news_articles
    (id, status, slug, content, live_revision_id, visible_from, created_at, created_by, updated_at)
    select id, 'live', id::text, ${content}::jsonb, id, '2020-01-01', '2020-01-01', id, '2020-01-01'
    from users where email like '%@example.org' limit 40`);
  await t.db.execute(sql`insert into news_live
    (article_id, locale, text_locale, slug, title, excerpt, html, text, visible_from)
    select id, 'fr', 'fr', slug, 'Twin', '', '', '', visible_from from news_articles`);
  await t.db.execute(sql`insert into news_categories (id, name_fr, name_en, color, created_at)
    select gen_random_uuid(), n, n, '#000000', '2020-01-01' from generate_series(1, 20) n`);
  await t.db.execute(sql`insert into media (id, width, height, created_at, sent_at)
    select gen_random_uuid(), 1, 1, '2020-01-01', '2020-01-01' from generate_series(1, 50) n`);
  const [article] = await t.db.execute<{ id: string }>(sql`select id from news_articles limit 1`);
  within = article?.id ?? '';
  await t.db.execute(sql`insert into news_revisions (id, article_id, kind, version, content, created_at)
    select gen_random_uuid(), ${within}::uuid, 'publish', 1, ${content}::jsonb, '2020-01-01'
    from generate_series(1, 50) n`);
  await t.db.execute(sql`insert into broadcasts
    (id, name, category, translations, missing_locale, ttl_seconds, source, created_at, updated_at)
    select id, 'Twin', 'news', '{"fr":null,"en":null}'::jsonb, 'skip', 60, 'manual', '2020-01-01', '2020-01-01'
    from news_articles`);
  await t.db.execute(sql`insert into approvals (id, broadcast_id, version, titles, note, asked_at)
    select gen_random_uuid(), id, 1, '{"fr":null,"en":null}', 'Twin', '2020-01-01' from broadcasts`);
  await t.db.execute(sql`insert into broadcast_deliveries
    (broadcast_id, device_id, user_id, platform, locale, not_before)
    select ${within}::uuid, gen_random_uuid(), id, 'ios', 'fr', '2020-01-01'
    from users where email like '%@example.org' limit 50`);
  await t.db.execute(sql`insert into broadcast_deliveries
    (broadcast_id, device_id, user_id, platform, locale, status, not_before, sent_at)
    select id, gen_random_uuid(), ${admin.id}::uuid, 'ios', 'fr', 'sent', '2020-01-01', '2020-01-01' from broadcasts`);
  await t.db.execute(sql`insert into message_threads
    (id, user_id, subject, category, status, locale, app_context, created_at, received_at, last_at, entry_count)
    select gen_random_uuid(), ${admin.id}::uuid, 'Twin', 'other', 'open', 'fr', ${JSON.stringify(NO_CONTEXT)}::jsonb,
      '2020-01-01', '2020-01-01', '2020-01-01', 0 from generate_series(1, 50) n`);
  await t.db.execute(sql`insert into reply_templates (id, title, bodies, position, updated_at)
    select gen_random_uuid(), 'Twin', '{"fr":"","en":""}'::jsonb, 1, '2020-01-01' from generate_series(1, 50) n`);
  await t.db.execute(sql`insert into segments (id, name, audience, created_at, updated_at)
    select gen_random_uuid(), 'Twin ' || n, '{"everyone":true}', '2020-01-01', '2020-01-01' from generate_series(1, 50) n`);
  await t.db.execute(sql`insert into ratings
    (id, user_id, target_type, score, comment, locale, created_at, updated_at)
    select gen_random_uuid(), id, 'app', 3, '', 'fr', '2020-01-01', '2020-01-01'
    from users where email like '%@example.org' limit 50`);
  await t.db.execute(sql`insert into devices (id, installation_id, user_id, platform, provider, token, token_hash,
      locale, push_permission, created_at, last_seen_at)
    select gen_random_uuid(), gen_random_uuid(), id, 'ios', 'fcm', id::text, id::text, 'fr', 'granted', '2020-01-01',
      '2020-01-01' from users where email like '%@example.org' limit 50`);
  await t.db.execute(sql`insert into local_pushes (id, provider, token, collapse_id, locale, title, body, created_at)
    select gen_random_uuid(), 'fcm', 'twin', 'twin', 'fr', 'Twin', 'Twin', '2020-01-01' from generate_series(1, 50) n`);
});

const lists = OPERATIONS.filter((operation) => {
  const names = new Set(fieldsOf(operation, 'query').map(({ path }) => path[0]));
  return names.has('skip') && names.has('limit');
});
const named = lists.map((operation) => [operation.operationId, operation] as const);
const takes = (field: string) =>
  named.filter(([, operation]) => fieldsOf(operation, 'query').some(({ path }) => path[0] === field));
const long = takes('after');

const read = ({ route }: Operation, query: Record<string, unknown>): Promise<Answer> => {
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return service().call('GET', `${route.path.replace(':id', within)}?${search}`, { token: admin.token });
};

/** Keys of the rows of a response. */
const idsOf = ({ body }: Answer) =>
  (body.data as { id?: string }[]).map((row) => row.id ?? JSON.stringify(row));

const sortsOf = (operation: Operation): string[] =>
  fieldsOf(operation, 'query')
    .filter(({ path }) => path[0] === 'sort')
    .flatMap(({ schema }) => schema.enum as string[]);

it.each(named)('enforces the bounds of skip and limit in %s', async (_name, operation) => {
  const { count } = (await read(operation, { limit: 0 })).body;
  const ask = async (query: object) => {
    const { status, body } = await read(operation, { ...query });
    return [status, status === 200 ? body.data.length : body.detail[0].loc];
  };
  expect(await ask({ limit: 0 })).toEqual([200, 0]);
  expect(await ask({ limit: 1000 })).toEqual([200, count]);
  for (const limit of [1001, -1, 2 ** 31, 2 ** 63])
    expect(await ask({ limit })).toEqual([422, ['query', 'limit']]);
  for (const skip of [count, count + 1, 10 ** 6, 2 ** 31 - 1]) {
    expect(await ask({ skip })).toEqual([200, 0]);
    expect((await read(operation, { skip })).body.count).toBe(count);
  }
  expect(await ask({ skip: Math.max(0, count - 1) })).toEqual([200, Math.min(1, count)]);
  for (const skip of [2 ** 31, -1, 2 ** 63]) expect(await ask({ skip })).toEqual([422, ['query', 'skip']]);
});

describe('pagination', () => {
  it.each(named)(
    'returns every row of %s once across offset pages, in each order',
    async (_name, operation) => {
      const { count } = (await read(operation, { limit: 0 })).body;
      expect(count).toBeGreaterThan(PAGE);
      for (const order of [{}, ...sortsOf(operation).map((sort) => ({ sort }))]) {
        const seen: string[] = [];
        for (let skip = 0; skip < count; skip += PAGE)
          seen.push(...idsOf(await read(operation, { ...order, skip, limit: PAGE })));
        expect([order, seen.length, new Set(seen).size]).toEqual([order, count, count]);
        expect(seen).toEqual(idsOf(await read(operation, { ...order, limit: 1000 })));
      }
    },
  );

  it.each(long)(
    'returns every row of %s once across keyset pages, in each order, during concurrent writes',
    async (_name, operation) => {
      let over = false;
      const others = churn(() => over);
      const all = async (sort: object) => idsOf(await read(operation, { ...sort, limit: 1000 }));
      for (const order of [{}, ...sortsOf(operation).map((sort) => ({ sort }))]) {
        const before = await all(order);
        expect(before.length).toBeGreaterThan(LONG_PAGE);
        const seen: string[] = [];
        for (let page: string[] = [], after = {}; ; after = { after: page.at(-1) }) {
          page = idsOf(await read(operation, { ...order, ...after, limit: LONG_PAGE }));
          if (page.length === 0) break;
          seen.push(...page);
        }
        const stayed = new Set(await all(order));
        expect(new Set(seen).size).toBe(seen.length);
        expect(before.filter((id) => stayed.has(id) && !seen.includes(id))).toEqual([]);
      }
      over = true;
      await others;
    },
  );

  it.each(long)(
    'rejects an unknown cursor of %s and returns an empty page after the last row',
    async (_name, operation) => {
      const refusal = async (after: unknown) => {
        const { status, body } = await read(operation, { after });
        return [status, body.code];
      };
      for (const after of ['x', '-1']) expect(await refusal(after)).toEqual([422, 'validation_error']);
      const unknown = operation.operationId === 'audit_logs-read_audit_logs' ? 2 ** 52 : crypto.randomUUID();
      expect(await refusal(unknown)).toEqual([409, 'row_gone']);
      const { data, count } = (await read(operation, { limit: 3 })).body;
      const [last] = idsOf(await read(operation, { skip: count - 1 }));
      const end = (await read(operation, { after: last })).body;
      expect([end.data, end.count]).toEqual([[], count]);
      expect(idsOf(await read(operation, { after: data[0].id, skip: 1, limit: 1 }))).toEqual(
        data.slice(2, 3).map(({ id }: { id: string }) => id),
      );
    },
  );

  it('rejects the id of an item of another member as a cursor, like an unknown id', async () => {
    const t = service();
    const [{ id } = { id: '' }] = await t.db.execute<{ id: string }>(sql`select id from items limit 1`);
    const { token } = await t.member();
    await t.call('POST', '/items/', { token, json: { title: 'Mine' } });
    const { status, body } = await t.call('GET', `/items/?after=${id}`, { token });
    expect([status, body.code]).toEqual([409, 'row_gone']);
  });

  it.each(takes('count_up_to'))(
    'stops counting the rows of %s beyond count_up_to',
    async (_name, operation) => {
      const search = fieldsOf(operation, 'query').some(({ path }) => path[0] === 'search') && {
        search: 'tw',
      };
      const { count } = (await read(operation, { ...search, limit: 0 })).body;
      expect(count).toBeGreaterThan(1);
      const upTo = async (count_up_to: number) =>
        (await read(operation, { ...search, limit: 0, count_up_to })).body.count;
      expect([await upTo(1), await upTo(count - 1), await upTo(count), await upTo(count + 1)]).toEqual([
        2,
        count,
        count,
        count,
      ]);
      expect((await read(operation, { count_up_to: 0 })).status).toBe(422);
    },
  );

  /** Inserts and deletes rows until stopped. */
  async function churn(isOver: () => boolean) {
    const { db } = service();
    for (let round = 0; round < 1_000 && !isOver(); round += 1) {
      const email = `${crypto.randomUUID()}@churn.example`;
      await db.execute(sql`with newcomer as (
          insert into users (id, email, email_key, full_name, password_hash, locale, created_at)
          values (gen_random_uuid(), ${email}, ${email}, 'Twin 1', 'x', 'fr', '2020-01-01') returning id)
        insert into items (id, owner_id, title, created_at)
        select gen_random_uuid(), id, 'Another', '2020-01-01' from newcomer`);
      if (round % 2 === 0) await db.execute(sql`update users set deleted_at = now() where email = ${email}`);
    }
  }

  it.each(['users', 'items'])('exports every row once during concurrent writes: %s', async (what) => {
    const t = service();
    let over = false;
    const others = churn(() => over);
    for (let round = 0; round < 5; round += 1) {
      const { text } = await t.call('GET', `/${what}/export`, { token: admin.token });
      const ids = [...text.matchAll(/^[\da-f]{8}-[\da-f-]{27}/gm)].map(String);
      const rows = await t.db.execute<{ id: string }>(
        what === 'users'
          ? sql`select id from users where email like '%@example.org'`
          : sql`select id from items where title = 'Twin'`,
      );
      expect(new Set(ids).size).toBe(ids.length);
      expect(rows.filter(({ id }) => !ids.includes(id))).toEqual([]);
    }
    over = true;
    await others;
  });
});

describe('search and order', () => {
  const texts = [
    '%',
    '_',
    '\\',
    '%_',
    '\\%',
    "'",
    "''",
    '"',
    '--',
    '/*',
    ';',
    '$1',
    '${1}',
    ':name',
    '?',
    '*',
    '.*',
    '^',
  ];

  it.each(texts)('searches for special characters literally: %j', async (text) => {
    const t = service();
    const [odd, plain] = [`a${text}b`, 'ab'];
    const member = await t.member();
    for (const title of [odd, plain, `x${odd}y`])
      await t.call('POST', '/items/', { token: member.token, json: { title } });
    const search = encodeURIComponent(odd);
    const { body } = await t.call('GET', `/items/?search=${search}`, { token: member.token });
    expect(body.data.map(({ title }: { title: string }) => title).sort()).toEqual([odd, `x${odd}y`].sort());
    expect(body.count).toBe(2);
    expect((await t.call('GET', `/users/?search=${search}`, { token: admin.token })).body.count).toBe(0);
  });

  it('does not execute SQL in a search text, measured by time', async () => {
    const searchFor = (word: string) => () =>
      read(lists[0] as Operation, { search: `zz' or ${word}(0.001) is null --` });
    await expectIndistinguishable(searchFor('pg_sleep'), searchFor('pg_slept'));
  });

  const fragments = [
    'id',
    'password_hash',
    'created_at desc',
    'created_at,id',
    'created_at;select 1',
    '(select 1)',
    '--created_at',
    'CREATED_AT',
    'constructor',
    '__proto__',
  ];

  it.each(fragments)('rejects an undeclared sort order: %j', async (sort) => {
    for (const operation of lists.filter((list) => sortsOf(list).length > 0)) {
      const { status, body } = await read(operation, { sort });
      expect([status, body.detail[0].loc]).toEqual([422, ['query', 'sort']]);
    }
  });

  it.each(['fields', 'select', 'include', 'columns'])(
    'returns the same fields regardless of ?%s=',
    async (name) => {
      for (const operation of lists) {
        const { body } = await read(operation, { [name]: 'password_hash', limit: 1 });
        expect(body).toEqual((await read(operation, { limit: 1 })).body);
      }
    },
  );
});
