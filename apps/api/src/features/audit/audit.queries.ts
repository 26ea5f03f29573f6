import { roleNames } from '@agora/contract/features/accounts/accounts.roles.audit';
import type { AuditLogFilter, AuditLogSort } from '@agora/contract/features/audit/audit.contract';
import type { Locale } from '@agora/contract/shared/locale';
import type { Page } from '@agora/contract/shared/pagination';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { cursor } from '../../platform/db/cursor.ts';
import { when } from '../../platform/db/filter.ts';
import { Keyset } from '../../platform/db/keyset.ts';
import { countRows, countUpTo } from '../../platform/db/row-counts.ts';
import { containsWords } from '../../platform/db/search.ts';
import { inPeriod } from '../../platform/db/time-zone.ts';
import { users } from '../accounts/accounts.users.table.ts';
import { auditLogs, auditSearchText } from './audit.table.ts';

export interface AuditLogQuery {
  filter: AuditLogFilter;
  sort: AuditLogSort;
  timeZone: string;
}

/** Maximum number of people whose entries a search finds by name: words that more people share are not names. */
const PEOPLE_MAX = 1_000;

/** Entries with all words of a search in their labels, or in the name of the actor or the changed account. */
const found = (search: string): SQL => sql`(${auditLogs.id}, ${auditLogs.at}) in (
  with named as materialized (
    select id from users where ${containsWords(users.search_text, search)} limit ${PEOPLE_MAX + 1}
  ), people as (
    select id from named where (select count(*) from named) <= ${PEOPLE_MAX}
  )
  select id, at from audit_logs where ${containsWords(auditSearchText, search)}
  union all select id, at from audit_logs where actor_id in (select id from people)
  union all select id, at from audit_logs where entity_type = 'user' and entity_id in (select id from people))`;

const matches = ({ filter, timeZone }: Omit<AuditLogQuery, 'sort'>) =>
  and(
    when(filter.actor_id, (id) => eq(auditLogs.actor_id, id)),
    when(filter.action, (action) => eq(auditLogs.action, action)),
    when(filter.entity_type, (type) => eq(auditLogs.entity_type, type)),
    when(filter.entity_id, (id) => eq(auditLogs.entity_id, id)),
    when(filter.request_id, (id) => eq(auditLogs.request_id, id)),
    inPeriod(auditLogs.at, filter, timeZone),
    when(filter.search || undefined, found),
  );

/** Name of an account; null once it is erased, like its address. */
const nameOfAccount = (id: SQL) =>
  sql<string | null>`(select nullif(full_name, '') from users where users.id = ${id})`;

/** Names of the built-in roles, by key. */
const namesOfRoles = (locale: Locale) => sql`${JSON.stringify(roleNames[locale])}::jsonb`;

const COLUMNS = {
  ...getTableColumns(auditLogs),
  actor_name: nameOfAccount(sql`actor_id`).as('actor_name'),
  entity_name: nameOfAccount(sql`case entity_type when 'user' then entity_id end`).as('entity_name'),
  /** Current names of the people, categories and roles whose ids are among the values. */
  labels: sql<Record<string, Record<Locale, string>>>`(
    select coalesce(jsonb_object_agg(id, label), '{}') from (
      select found[1]::uuid as id
      from regexp_matches(changes::text, '"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', 'g') as found
    ) as ids join lateral (
      select jsonb_build_object('fr', name, 'en', name) as label
      from (select coalesce(nullif(full_name, ''), email) as name from users where users.id = ids.id) as person
      union all
      select jsonb_build_object('fr', name_fr, 'en', name_en) from news_categories where news_categories.id = ids.id
      union all
      select jsonb_build_object('fr', coalesce(${namesOfRoles('fr')} ->> key, name), 'en', name)
      from roles where roles.id = ids.id
    ) as named on true)`.as('labels'),
};

export const auditLogKeyset = new Keyset<'at', number>(auditLogs.id, { at: { by: auditLogs.at } });

interface AuditLogPage extends Page {
  after?: number | undefined;
}

export const listAuditLogs = (db: Db, { skip, limit, after }: AuditLogPage, query: AuditLogQuery) =>
  db
    .select(COLUMNS)
    .from(auditLogs)
    .where(
      and(
        matches(query),
        when(after, (id) => auditLogKeyset.after(query.sort, id)),
      ),
    )
    .orderBy(...auditLogKeyset.order(query.sort))
    .offset(skip)
    .limit(limit);

export async function countAuditLogs(db: Db, query: AuditLogQuery, upTo?: number): Promise<number> {
  if (!Object.values(query.filter).some(Boolean)) return countRows(db, ['audit_logs']);
  return countUpTo(db, db.select({ id: auditLogs.id }).from(auditLogs).where(matches(query)), upTo);
}

/** An entry with the names of its actor, of the changed account, and of others mentioned in it. */
export type AuditLogRow = Awaited<ReturnType<typeof listAuditLogs>>[number];

/** An entry as the database driver returns it. */
export type ExportedAuditLog = Omit<AuditLogRow, 'at'> & { at: string };

export const exportAuditLogs = (db: Db, query: AuditLogQuery) =>
  cursor<ExportedAuditLog>(
    db,
    db
      .select(COLUMNS)
      .from(auditLogs)
      .where(matches(query))
      .orderBy(...auditLogKeyset.order(query.sort)),
  );

/** Entries deleted per transaction. */
const DELETE_BATCH = 5000;

/** Deletes entries after their retention period, and their IP address and user agent after 90 days. */
export async function deleteExpiredAuditLogs(db: Db): Promise<void> {
  const deleteBatch = async () => {
    const [row] = await db.execute<{ count: number }>(
      sql`select forget_audit_logs(${DELETE_BATCH}) as count`,
    );
    return row?.count;
  };
  while ((await deleteBatch()) === DELETE_BATCH);
}

/** Sets the retention period that the database enforces on every role, unless superusers chose one. @param db connected as the owner */
export const setAuditRetention = (db: Db, days: number) =>
  db.execute(`create or replace function audit_retention() returns interval language sql stable
    as $$ select make_interval(days => coalesce(
      (select days from public.retention_periods where code = 'audit_log'), ${days})) $$`);
