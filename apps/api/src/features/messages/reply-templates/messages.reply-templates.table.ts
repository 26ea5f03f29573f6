import type { ReplyTemplate } from '@agora/contract/features/messages/messages.reply-templates.contract';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../../platform/db/moment.ts';

/** Texts that the team inserts into replies. Trigger: `reply_templates_audited` (audit log). */
export const replyTemplates = pgTable('reply_templates', {
  id: uuid().primaryKey(),
  title: text().notNull(),
  bodies: jsonb().$type<ReplyTemplate['bodies']>().notNull(),
  position: integer().notNull(),
  version: integer().notNull().default(1),
  updated_at: moment().notNull(),
});

export type ReplyTemplateRow = typeof replyTemplates.$inferSelect;
