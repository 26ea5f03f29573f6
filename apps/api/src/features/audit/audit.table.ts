import type { AuditAction, AuditEntity } from '@agora/contract/features/audit/audit.contract';
import type { AuditActorKind, AuditChanges } from '@agora/contract/shared/audited';
import type { Locale } from '@agora/contract/shared/locale';
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';

/** Text that search matches; the trigram index below uses exactly this expression. */
export const auditSearchText = sql`lower(f_unaccent(coalesce(entity_labels ->> 'fr', '') || E'\n' || coalesce(entity_labels ->> 'en', '')
    || E'\n' || coalesce(actor_label, '')))`;

/**
 * Log of changes. Triggers on the audited tables write it, in the transaction of the change: see the migration and
 * docs/architecture.md. Triggers: `audit_logs_kept` and `audit_logs_not_truncated` (entries can only lose data),
 * `audit_logs_counted` (count of the list), `audit_logs_notify` (live updates). Partitions by month of `at`, which the
 * primary key has to contain; `id` alone is unique, too.
 */
export const auditLogs = pgTable(
  'audit_logs',
  {
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    at: moment().notNull().defaultNow(),
    actor_kind: text().$type<AuditActorKind>().notNull(),
    actor_id: uuid(),
    actor_label: text(),
    action: text().$type<AuditAction>().notNull(),
    entity_type: text().$type<AuditEntity>().notNull(),
    entity_id: uuid().notNull(),
    entity_labels: jsonb().$type<Record<Locale, string | null>>(),
    changes: jsonb().$type<AuditChanges>().notNull(),
    request_id: text(),
    ip: text(),
    user_agent: text(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.at] }),
    index('audit_logs_newest').on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('audit_logs_entity').on(
      table.entity_type,
      table.entity_id,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('audit_logs_actor').on(table.actor_id, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('audit_logs_origin').on(table.at).where(sql`ip is not null`),
    index('audit_logs_request').on(table.request_id),
    index('audit_logs_search').using('gin', sql`${auditSearchText} gin_trgm_ops`),
  ],
);
