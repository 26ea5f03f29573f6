import type { Page } from '@agora/contract/shared/pagination';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { type ReplyTemplateRow, replyTemplates } from './messages.reply-templates.table.ts';

export const listTemplates = (db: Db, { skip, limit }: Page) =>
  db
    .select()
    .from(replyTemplates)
    .orderBy(asc(replyTemplates.position), asc(replyTemplates.title), asc(replyTemplates.id))
    .offset(skip)
    .limit(limit);

export const countTemplates = (db: Db) => db.$count(replyTemplates);

export const findTemplate = (db: Db, id: string) =>
  db.select().from(replyTemplates).where(eq(replyTemplates.id, id));

/** Locks the template until the transaction ends. */
export const lockTemplate = (tx: Db, id: string) => findTemplate(tx, id).for('update');

export const insertTemplates = (db: Db, rows: (typeof replyTemplates.$inferInsert)[]) =>
  db.insert(replyTemplates).values(rows);

export const updateTemplate = (tx: Db, { id, ...changes }: ReplyTemplateRow) =>
  tx.update(replyTemplates).set(changes).where(eq(replyTemplates.id, id));

export const deleteTemplate = (tx: Db, id: string) =>
  tx.delete(replyTemplates).where(eq(replyTemplates.id, id)).returning({ id: replyTemplates.id });
