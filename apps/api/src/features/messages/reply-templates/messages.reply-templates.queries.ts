import type { Page } from '@agora/contract/shared/pagination';
import { asc, count, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { type ReplyTemplateRow, replyTemplates } from './messages.reply-templates.table.ts';

export const listTemplates = (db: Db, { skip, limit }: Page) =>
  db
    .select()
    .from(replyTemplates)
    .orderBy(asc(replyTemplates.position), asc(replyTemplates.title), asc(replyTemplates.id))
    .offset(skip)
    .limit(limit);

export async function countTemplates(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(replyTemplates);
  return row?.count ?? 0;
}

export async function findTemplate(db: Db, id: string): Promise<ReplyTemplateRow | undefined> {
  const [row] = await db.select().from(replyTemplates).where(eq(replyTemplates.id, id));
  return row;
}

/** Returns the template, locked until the transaction ends. */
export async function lockTemplate(tx: Db, id: string): Promise<ReplyTemplateRow | undefined> {
  const [row] = await tx.select().from(replyTemplates).where(eq(replyTemplates.id, id)).for('update');
  return row;
}

export const insertTemplates = (db: Db, rows: (typeof replyTemplates.$inferInsert)[]) =>
  db.insert(replyTemplates).values(rows);

export const updateTemplate = (tx: Db, { id, ...changes }: ReplyTemplateRow) =>
  tx.update(replyTemplates).set(changes).where(eq(replyTemplates.id, id));

export const deleteTemplate = (tx: Db, id: string) =>
  tx.delete(replyTemplates).where(eq(replyTemplates.id, id)).returning({ id: replyTemplates.id });
