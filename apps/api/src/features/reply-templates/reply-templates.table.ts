import type { ReplyTemplate } from '@agora/contract/features/reply-templates/reply-templates.contract';
import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const replyTemplates = pgTable('reply_templates', {
  id: uuid().primaryKey(),
  title: text().notNull(),
  bodies: jsonb().$type<ReplyTemplate['bodies']>().notNull(),
  position: integer().notNull(),
  version: integer().notNull().default(1),
  updated_at: timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull(),
});

export type ReplyTemplateRow = typeof replyTemplates.$inferSelect;
