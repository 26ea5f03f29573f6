import type { RetentionCode } from '@agora/contract/features/data-exports/data-exports.rules';
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/moment.ts';

/**
 * Periods that superusers chose. `audit_retention()` reads that of the audit log. Trigger: `retention_periods_audited`
 * (audit log).
 */
export const retentionPeriods = pgTable(
  'retention_periods',
  {
    id: uuid().primaryKey(),
    code: text().$type<RetentionCode>().notNull().unique(),
    /** Null for the default. */
    days: integer(),
    updated_at: moment().notNull(),
  },
  () => [
    check(
      'retention_periods_code',
      sql`code in ('inactive_members', 'conversations', 'rating_comments', 'audit_log')`,
    ),
    check('retention_periods_days', sql`days between 90 and 36500`),
  ],
);
