import type { ItemUpdate } from '@agora/contract/features/items/items.contract';
import type { Page } from '@agora/contract/shared/pagination';
import { count, desc, eq, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/db/client.ts';
import { items, type NewItem } from './items.table.ts';

export const insertItem = prepared((db) =>
  db
    .insert(items)
    .values({
      id: sql.placeholder('id'),
      owner_id: sql.placeholder('owner_id'),
      title: sql.placeholder('title'),
      description: sql.placeholder('description'),
      created_at: sql.placeholder('created_at'),
    })
    .returning()
    .prepare('insert_item'),
);

export const findItem = prepared((db) =>
  db
    .select()
    .from(items)
    .where(eq(items.id, sql.placeholder('id')))
    .prepare('find_item'),
);

/** Newest first; of one owner, or of all. */
export const listItems = (db: Db, { skip, limit }: Page, ownerId?: string) =>
  db
    .select()
    .from(items)
    .where(ownerId === undefined ? undefined : eq(items.owner_id, ownerId))
    .orderBy(desc(items.created_at), desc(items.id))
    .offset(skip)
    .limit(limit);

export async function countItems(db: Db, ownerId?: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(items)
    .where(ownerId === undefined ? undefined : eq(items.owner_id, ownerId));
  return row?.count ?? 0;
}

export const updateItem = (db: Db, id: string, changes: ItemUpdate) =>
  db.update(items).set(changes).where(eq(items.id, id)).returning();

export const deleteItem = (db: Db, id: string) =>
  db.delete(items).where(eq(items.id, id)).returning({ id: items.id });

export const insertItems = (db: Db, rows: NewItem[]) => db.insert(items).values(rows);
