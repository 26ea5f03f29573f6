import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { describe, expect, inject, it } from 'vitest';
import { migrate } from '../src/platform/db/migrate.ts';
import { createDatabase } from './databases.ts';

type Sql = postgres.Sql;

const open = (url: string): Sql => postgres(url, { max: 1, onnotice: () => {} });

/** A database of its own: partitions are added and dropped. */
async function withDatabase(work: (sql: Sql) => Promise<void>, url?: string) {
  const sql = open(url ?? (await createDatabase(inject('serverUrl'))));
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/** Ends of the partitions, as the names of the months that follow. */
const monthsOf = async (sql: Sql, parent = 'audit_logs') =>
  (await sql<{ name: string; ends: Date }[]>`select name, ends from months_of(${parent}) order by ends`).map(
    ({ name, ends }) => ({ name: `partitions.${name}`, ends }),
  );

const later = (moment: Date | undefined, milliseconds: number) =>
  new Date((moment?.getTime() ?? Number.NaN) + milliseconds);

const DAY = 24 * 60 * 60 * 1000;

/** An id that a broadcast created then has. */
const idAt = (moment: Date) =>
  `${moment.getTime().toString(16).padStart(12, '0')}7${crypto.randomUUID().replaceAll('-', '').slice(13)}`;

const log = async (sql: Sql, at: Date, label: string) => sql`
  insert into audit_logs (at, actor_kind, action, entity_type, entity_id, entity_labels, changes)
  values (${at}, 'system', 'updated', 'item', gen_random_uuid(), ${sql.json({ fr: label, en: label })}, '{}')`;

const deliver = async (sql: Sql, created: Date) => {
  const id = idAt(created);
  await sql`insert into broadcast_deliveries (broadcast_id, device_id, user_id, platform, locale, not_before)
    values (${id}, gen_random_uuid(), gen_random_uuid(), 'ios', 'fr', now())`;
  return id;
};

/** Labels of the entries, and the partition of each. */
const entries = async (sql: Sql) =>
  Object.fromEntries(
    (
      await sql<{ label: string; part: string }[]>`
        select entity_labels ->> 'en' as label, tableoid::regclass::text as part from audit_logs
        where entity_type = 'item'`
    ).map(({ label, part }) => [label, part]),
  );

const partOf = async (sql: Sql, id: string) =>
  (
    await sql<
      { part: string }[]
    >`select tableoid::regclass::text as part from broadcast_deliveries where broadcast_id = ${id}`
  )[0]?.part;

/** The counted number of entries, and the real one. */
const counts = async (sql: Sql) =>
  (
    await sql`select (select sum(delta)::int from row_counts where key = 'audit_logs') as counted,
      (select count(*)::int from audit_logs) as stored`
  )[0];

const keepFor = (sql: Sql, milliseconds: number) =>
  sql.unsafe(`create or replace function audit_retention() returns interval language sql stable
    as $$ select ${milliseconds} * interval '1 millisecond' $$`);

/** As housekeeping does. */
async function forget(sql: Sql) {
  const once = async () => (await sql<{ count: number }[]>`select forget_audit_logs(100) as count`)[0]?.count;
  while ((await once()) === 100);
}

describe('partitions by month', () => {
  it('have the rows of a month in UTC up to its last millisecond, and those of a push together', () =>
    withDatabase(async (sql) => {
      await sql`set time zone 'Pacific/Auckland'`;
      const [first, second] = await monthsOf(sql);
      await log(sql, later(first?.ends, -1), 'last');
      await log(sql, later(first?.ends, 0), 'first');
      expect(await entries(sql)).toEqual({ last: first?.name, first: second?.name });

      const [before, after] = await monthsOf(sql, 'broadcast_deliveries');
      expect(await partOf(sql, await deliver(sql, later(before?.ends, -1)))).toBe(before?.name);
      expect(await partOf(sql, await deliver(sql, later(before?.ends, 0)))).toBe(after?.name);
    }));

  it('of other months are not read for a push', () =>
    withDatabase(async (sql) => {
      const [first] = await monthsOf(sql, 'broadcast_deliveries');
      const id = await deliver(sql, later(first?.ends, -DAY));
      const plan = JSON.stringify(
        await sql.unsafe(
          `explain (format json) select count(*) from broadcast_deliveries where broadcast_id = '${id}'`,
        ),
      );
      const read = plan.matchAll(/"Relation Name": ?"([^"]+)"/g);
      expect([...read].map(([, name]) => `partitions.${name}`)).toEqual([first?.name]);
    }));

  it('are there three months ahead, and added once', () =>
    withDatabase(async (sql) => {
      await sql`select add_months()`;
      const months = await monthsOf(sql);
      expect(
        (await sql`select ${months.at(-1)?.ends ?? null} >= now() + interval '3 months' as is_ahead`)[0],
      ).toEqual({
        is_ahead: true,
      });
      const last = months.at(-1)?.name;
      await sql.unsafe(`drop table ${last}`);
      await Promise.all([sql`select add_months()`, sql`select add_months()`]);
      expect(await monthsOf(sql)).toEqual(months);
      expect(await monthsOf(sql, 'broadcast_deliveries')).toHaveLength(months.length);
    }));

  it('keep rows of a clock that jumped, until their month has a partition', () =>
    withDatabase(async (sql) => {
      const [month] = (await monthsOf(sql)).slice(-1);
      const [near, far] = [later(month?.ends, DAY), later(month?.ends, 4000 * DAY)];
      await log(sql, near, 'near');
      await log(sql, far, 'far');
      const [nearPush, farPush] = [await deliver(sql, near), await deliver(sql, far)];
      const rest = 'partitions.audit_logs_rest';
      expect(await entries(sql)).toEqual({ near: rest, far: rest });
      const before = await sql`select * from audit_logs order by id`;

      for (const parent of ['audit_logs', 'broadcast_deliveries']) await sql`select add_month(${parent})`;

      const [added] = (await monthsOf(sql)).slice(-1);
      expect(await entries(sql)).toEqual({ near: added?.name, far: rest });
      expect([...(await sql`select * from audit_logs order by id`)]).toEqual([...before]);
      expect(await counts(sql)).toEqual({ counted: before.length, stored: before.length });
      expect(await partOf(sql, nearPush)).toMatch(/_\d{4}_\d\d$/);
      expect(await partOf(sql, farPush)).toBe('partitions.broadcast_deliveries_rest');
      await log(sql, later(near, DAY), 'next');
      expect((await entries(sql))['next']).toBe(added?.name);
      const ids = await sql<{ id: string }[]>`select id from audit_logs order by id`;
      expect(new Set(ids.map(({ id }) => id)).size).toBe(before.length + 1);
    }));

  it('let nobody change or empty entries, in none of them', () =>
    withDatabase(async (sql) => {
      const [month] = (await monthsOf(sql)).slice(-1);
      await log(sql, later(month?.ends, DAY), 'stray');
      await sql`select add_month('audit_logs')`;
      const parts = await sql<{ name: string }[]>`select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'audit_logs'::regclass`;
      expect(parts.length).toBeGreaterThan(4);
      for (const { name } of parts) {
        await log(sql, new Date(), 'here');
        await expect(sql.unsafe(`truncate ${name}`)).rejects.toThrow('can only be added to');
      }
      for (const statement of [
        'delete from audit_logs',
        "update audit_logs set at = now() - interval '1 year'",
      ])
        await expect(sql.unsafe(statement)).rejects.toThrow('can only be added to');
    }));
});

describe('months of which no entry is kept any more', () => {
  it('are dropped, and counted; the month after them loses its old rows alone', () =>
    withDatabase(async (sql) => {
      const [first, second, third] = await monthsOf(sql);
      await log(sql, later(first?.ends, -DAY), 'dropped');
      await log(sql, later(second?.ends, -1), 'dropped, too');
      await log(sql, later(second?.ends, 0), 'deleted');
      await log(sql, later(second?.ends, 2 * DAY), 'kept');
      const push = await deliver(sql, later(first?.ends, -DAY));
      await keepFor(sql, Date.now() - later(second?.ends, DAY).getTime());

      await forget(sql);

      expect(await entries(sql)).toEqual({ kept: third?.name });
      expect((await monthsOf(sql)).map(({ name }) => name)).not.toContain(second?.name);
      expect(await counts(sql)).toEqual({ counted: 1, stored: 1 });
      expect(await partOf(sql, push)).toBeDefined();
      await log(sql, later(third?.ends, -1), 'new');
      expect(await counts(sql)).toEqual({ counted: 2, stored: 2 });
    }));

  it('stay while a long read is at work, without their rows', async () => {
    const url = await createDatabase(inject('serverUrl'));
    await withDatabase(async (sql) => {
      const reader = open(url);
      const [first] = await monthsOf(sql);
      await log(sql, later(first?.ends, -DAY), 'deleted');
      await log(sql, later(first?.ends, DAY), 'kept');
      await keepFor(sql, Date.now() - later(first?.ends, 1).getTime());
      await reader.begin('read only', async (tx) => {
        await tx`select from audit_logs limit 1`;
        await sql`select forget_audit_logs(100)`;
      });
      await reader.end();
      expect(Object.keys(await entries(sql))).toEqual(['kept']);
      expect(await counts(sql)).toEqual({ counted: 1, stored: 1 });
      expect((await monthsOf(sql))[0]).toEqual(first);
      await forget(sql);
      expect((await monthsOf(sql))[0]).not.toEqual(first);
      expect(await counts(sql)).toEqual({ counted: 1, stored: 1 });
    }, url);
  });
});

describe('a database of the version before', () => {
  /** The last migration before the partitions. */
  async function timeBefore(): Promise<number | undefined> {
    const journal = await readFile(new URL('../drizzle/meta/_journal.json', import.meta.url), 'utf8');
    const entries: { tag: string; when: number }[] = JSON.parse(journal).entries;
    return entries[entries.findIndex(({ tag }) => tag.endsWith('partition_strays')) - 1]?.when;
  }

  it('keeps every row, its rights, its triggers and the next id', async () => {
    const url = await createDatabase(inject('serverUrl'), 'template1');
    await migrate(url, undefined, await timeBefore());
    await withDatabase(async (sql) => {
      const role = `role_${crypto.randomUUID().replaceAll('-', '')}`;
      await sql.unsafe(`create role ${role}; grant select on audit_logs to ${role};
        grant select, update on broadcast_deliveries to ${role}`);
      const [now, far] = [new Date(), later(new Date(), 4000 * DAY)];
      for (const [at, label] of [
        [later(now, -400 * DAY), 'old'],
        [now, 'new'],
        [far, 'stray'],
      ] as const)
        await log(sql, at, label);
      for (const at of [later(now, -400 * DAY), now, far]) await deliver(sql, at);
      const read = async () => ({
        logs: [...(await sql`select * from audit_logs order by id`)],
        deliveries: [...(await sql`select * from broadcast_deliveries order by broadcast_id`)],
      });
      const before = await read();
      expect(before.deliveries).toHaveLength(3);

      await migrate(url);

      expect(await read()).toEqual(before);
      const [month] = await monthsOf(sql);
      const rest = 'partitions.audit_logs_rest';
      expect(await entries(sql)).toEqual({ old: month?.name, new: month?.name, stray: rest });
      expect(await counts(sql)).toEqual({ counted: 3, stored: 3 });
      await log(sql, now, 'next');
      expect((await sql`select max(id)::int as id from audit_logs`)[0]).toEqual({ id: 4 });
      expect(await counts(sql)).toEqual({ counted: 4, stored: 4 });
      await expect(sql`delete from audit_logs`).rejects.toThrow('can only be added to');
      expect(
        [
          ...(await sql`select privilege_type, table_schema || '.' || table_name as name
            from information_schema.role_table_grants where grantee = ${role} order by 1, 2`),
        ].filter(({ name }) => String(name).startsWith('public')),
      ).toEqual([
        { privilege_type: 'SELECT', name: 'public.audit_logs' },
        { privilege_type: 'SELECT', name: 'public.broadcast_deliveries' },
        { privilege_type: 'UPDATE', name: 'public.broadcast_deliveries' },
      ]);
      await sql.unsafe(`drop owned by ${role}; drop role ${role}`);
    }, url);
  });

  it('has all indexes of the partitions: none is built while the tables are locked', async () => {
    const url = await createDatabase(inject('serverUrl'), 'template1');
    await migrate(url, undefined, await timeBefore());
    await withDatabase(async (sql) => {
      const indexesOf = (tables: string[]) => sql<{ name: string; file: number }[]>`
        select relname as name, relfilenode::int as file from pg_index join pg_class on pg_class.oid = indexrelid
        where indrelid = any(${tables}::text[]::regclass[]::oid[]) order by 1`;
      const before = [...(await indexesOf(['audit_logs', 'broadcast_deliveries']))];
      await migrate(url);
      const [logs] = await monthsOf(sql);
      const [deliveries] = await monthsOf(sql, 'broadcast_deliveries');
      const after = await indexesOf([logs?.name ?? '', deliveries?.name ?? '']);
      // Except the new primary key, which is built concurrently.
      const replaced = new Set(['audit_logs_pkey', 'audit_logs_id_at_pk']);
      const left = (all: typeof before) => all.filter(({ name }) => !replaced.has(name));
      expect(left([...after])).toEqual(left(before));
      expect(after).toHaveLength(before.length);
    }, url);
  });
});
