import type { AudienceRules } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../../platform/db/moment.ts';
import { users } from '../../accounts/accounts.users.table.ts';

/**
 * Named rules of audiences. Triggers: `segments_end_approvals` ends open requests for approval of pushes to a segment whose
 * rules change; `segments_audited` (audit log).
 */
export const segments = pgTable(
  'segments',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    audience: jsonb().$type<AudienceRules>().notNull(),
    version: integer().notNull().default(1),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
    updated_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('segments_name').on(sql`lower(f_unaccent(name))`),
    index('segments_updated_by').on(table.updated_by),
  ],
);

export type Segment = typeof segments.$inferSelect;
