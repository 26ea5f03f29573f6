import type { AuditLogFilter, AuditLogSort } from '@agora/contract/features/audit-logs/audit-logs.contract';
import type { Page } from '@agora/contract/shared/pagination';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { cursor } from '../../platform/db/cursor.ts';
import { Keyset } from '../../platform/db/keyset.ts';
import { countFound, countRows } from '../../platform/db/row-counts.ts';
import { containing, when } from '../../platform/db/search.ts';
import { startOfDay } from '../../platform/time-zone.ts';
import { type AuditLogRow, auditLogs, auditSearchText } from './audit-logs.table.ts';

export interface AuditLogQuery {
  filter: AuditLogFilter;
  sort: AuditLogSort;
  timeZone: string;
}

const matches = ({ filter, timeZone }: Omit<AuditLogQuery, 'sort'>) =>
  and(
    when(filter.actor_id, (id) => eq(auditLogs.actor_id, id)),
    when(filter.action, (action) => eq(auditLogs.action, action)),
    when(filter.entity_type, (type) => eq(auditLogs.entity_type, type)),
    when(filter.entity_id, (id) => eq(auditLogs.entity_id, id)),
    when(filter.request_id, (id) => eq(auditLogs.request_id, id)),
    when(filter.from, (day) => sql`${auditLogs.at} >= ${startOfDay(day, timeZone)}`),
    when(filter.to, (day) => sql`${auditLogs.at} < ${startOfDay(day, timeZone, 1)}`),
    when(filter.search || undefined, (search) => sql`${auditSearchText} like ${containing(search)}`),
  );

export const auditLogKeyset = new Keyset<'at', number>(auditLogs.id, { at: { by: auditLogs.at } });

interface AuditLogPage extends Page {
  after?: number | undefined;
}

export const listAuditLogs = (db: Db, { skip, limit, after }: AuditLogPage, query: AuditLogQuery) =>
  db
    .select()
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
  return countFound(db, db.select({ id: auditLogs.id }).from(auditLogs).where(matches(query)), upTo);
}

/** An entry as the driver has it. */
export type ExportedAuditLog = Omit<AuditLogRow, 'at'> & { at: string };

export const exportAuditLogs = (db: Db, query: AuditLogQuery) =>
  cursor<ExportedAuditLog>(
    db,
    db
      .select()
      .from(auditLogs)
      .where(matches(query))
      .orderBy(...auditLogKeyset.order(query.sort)),
  );

const DAY = 86_400_000;
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY);

/** Days that an entry says where it came from. */
const ORIGIN_DAYS = 90;

/** Ends entries after so many days, and long before that takes from them where they came from. */
export async function forgetAuditLogs(db: Db, now: Date, days: number): Promise<void> {
  const anonymous = daysBefore(now, ORIGIN_DAYS);
  await db.delete(auditLogs).where(lt(auditLogs.at, daysBefore(now, days)));
  await db
    .update(auditLogs)
    .set({ ip: null, user_agent: null })
    .where(and(lt(auditLogs.at, anonymous), sql`${auditLogs.ip} is not null`));
}
