import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AUDITED } from '@agora/contract/registry';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from './databases.ts';

const API = new URL('..', import.meta.url).pathname;
type Snapshot = ReturnType<typeof generateDrizzleJson>;

const EMPTY = generateDrizzleJson({});

/** Tables as declared with Drizzle. */
async function declaredTables(): Promise<Snapshot> {
  const files = globSync('src/**/*.table.ts', { cwd: API });
  const modules = await Promise.all(files.map((file) => import(`${API}${file}`) as Promise<object>));
  return generateDrizzleJson(Object.assign({}, ...modules));
}

async function latestSnapshot(): Promise<Snapshot> {
  const [file = ''] = globSync('drizzle/meta/*_snapshot.json', { cwd: API }).toSorted().reverse();
  return JSON.parse(await readFile(`${API}${file}`, 'utf8')) as Snapshot;
}

/** Definitions of the migrations that Drizzle cannot express. */
const ONLY_IN_SQL = [
  // Checked at the end of a statement, and of the transaction.
  'daily_messages: EXCLUDE USING btree (day WITH =) WHERE ((deleted_at IS NULL)) DEFERRABLE',
  'news_slugs: FOREIGN KEY (article_id) REFERENCES news_articles(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED',
  // Covering indexes.
  'CREATE INDEX devices_apart ON devices USING btree (user_id) INCLUDE (platform, locale, time_zone, app_version, push_permission, last_seen_at, disabled_at, muted_until) WHERE (apart OR (muted_until IS NOT NULL))',
  'CREATE INDEX devices_user ON devices USING btree (user_id) INCLUDE (platform, locale, push_permission, last_seen_at, disabled_at, muted_until)',
  'CREATE INDEX daily_messages_day ON daily_messages USING btree (day) WHERE (deleted_at IS NULL)',
  'CREATE UNIQUE INDEX ratings_one_each ON ratings USING btree (user_id, target_type, target_id) NULLS NOT DISTINCT WHERE (user_id IS NOT NULL)',
];

/** Drizzle's declarations in place of some of them. */
const ONLY_IN_DRIZZLE = [
  'news_slugs: FOREIGN KEY (article_id) REFERENCES news_articles(id) ON DELETE CASCADE',
  'CREATE UNIQUE INDEX ratings_one_each ON ratings USING btree (user_id, target_type, target_id) WHERE (user_id IS NOT NULL)',
];

describe('database schema', () => {
  let sql: postgres.Sql;
  beforeAll(async () => {
    sql = postgres(await createDatabase(inject('serverUrl')), { max: 1, onnotice: () => {} });
  });
  afterAll(() => sql.end());

  /** Every column, constraint and index of a PostgreSQL schema, as text. */
  async function describeSchema(schema: string): Promise<string[]> {
    const rows = await sql<{ definition: string }[]>`
      with tables as (
        select oid, relname from pg_class where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p')
      )
      select concat_ws(' ', relname || '.' || attname, format_type(atttypid, atttypmod),
        case when attnotnull then 'not null' end, nullif(attidentity::text, ''), nullif(attgenerated::text, ''),
        pg_get_expr(adbin, adrelid)) as definition
      from pg_attribute join tables on tables.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
      union all
      select relname || ': ' || case contype when 'c' then conname || ' ' else '' end || pg_get_constraintdef(pg_constraint.oid)
      from pg_constraint join tables on tables.oid = conrelid where contype <> 'n'
      union all
      select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') from pg_index join tables on tables.oid = indrelid`;
    return rows.map(({ definition }) => definition.replaceAll(`${schema}.`, '')).toSorted();
  }

  it('migrates to the schema that Drizzle declares, except for what only SQL can express', async () => {
    const statements = await generateMigration(EMPTY, await declaredTables());
    await sql`create schema declared`;
    await sql`set search_path = declared, public`;
    for (const statement of statements) await sql.unsafe(statement.replaceAll('"public".', '"declared".'));
    const declared = await describeSchema('declared');
    await sql`set search_path = public`;
    const migrated = await describeSchema('public');
    expect(migrated.filter((definition) => !declared.includes(definition))).toEqual(ONLY_IN_SQL.toSorted());
    expect(declared.filter((definition) => !migrated.includes(definition))).toEqual(
      ONLY_IN_DRIZZLE.toSorted(),
    );
  });

  it('has a migration for every declared change, so that `pnpm generate` creates none', async () => {
    expect(await generateMigration(await latestSnapshot(), await declaredTables())).toEqual([]);
  });

  it('audits exactly the entities that the contract names', async () => {
    const audited = await sql<{ entity: string }[]>`select entity from audit.tables`;
    // An export is no row.
    const entities = ['export', ...audited.map(({ entity }) => entity)];
    expect(entities.toSorted()).toEqual(Object.keys(AUDITED).toSorted());
  });

  it('mentions the triggers of each table in its table file', async () => {
    const files = globSync('src/**/*.table.ts', { cwd: API });
    const texts = await Promise.all(files.map((file) => readFile(`${API}${file}`, 'utf8')));
    const triggers = await sql<{ name: string; table: string }[]>`
      select distinct regexp_replace(tgname, '_(insert|update|delete)$', '') as name, relname as table
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace order by 1`;
    const isNamed = ({ name, table }: { name: string; table: string }) =>
      texts.some((text) => text.includes(`'${table}'`) && text.includes(`\`${name}\``));
    expect(triggers.length).toBeGreaterThan(0);
    expect(triggers.filter((trigger) => !isNamed(trigger))).toEqual([]);
  });

  it('rejects auditing a column that a table does not have', async () => {
    await expect(sql`select audit_table('items', 'item', '{title,titel}', '{}', 'null')`).rejects.toThrow(
      'items has no column titel',
    );
  });
});
