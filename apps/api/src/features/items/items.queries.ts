import {
  ITEM_TRASH_DAYS,
  type ItemFilter,
  type ItemSort,
  type ItemUpdate,
} from '@agora/contract/features/items/items.contract';
import type { LongPage } from '@agora/contract/shared/pagination';
import { and, count, eq, exists, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { lockInBatches } from '../../platform/db/bulk.ts';
import { type Db, prepared } from '../../platform/db/client.ts';
import { cursor } from '../../platform/db/cursor.ts';
import { when } from '../../platform/db/filter.ts';
import { Keyset } from '../../platform/db/keyset.ts';
import { rowCounts } from '../../platform/db/row-counts.table.ts';
import { countRowsOf, countUpTo } from '../../platform/db/row-counts.ts';
import { containsWords } from '../../platform/db/search.ts';
import { users } from '../accounts/accounts.users.table.ts';
import { columnsOfItem, type Item, items, type NewItem, titleKey } from './items.table.ts';

const DAY = 86_400_000;

/** Items that match the filter and all other conditions. */
export interface ItemScope extends ItemFilter {
  ids?: string[] | undefined;
  /** Id of a user who may see only their own items. */
  visible_to?: string | undefined;
}

/** Includes `audit`, the acting user: as the statement is its own transaction, nothing else can set it. */
export const insertItem = prepared((db) =>
  db
    .insert(items)
    .select(sql`
      select ${sql.placeholder('id')}::uuid, ${sql.placeholder('owner_id')}::uuid, ${sql.placeholder('title')}::text,
        ${sql.placeholder('description')}::text, ${sql.placeholder('created_at')}::timestamptz, null::timestamptz
      from set_config('agora.audit', ${sql.placeholder('audit')}, true)`)
    .returning(columnsOfItem)
    .prepare('insert_item'),
);

const isOwner = eq(users.id, items.owner_id);
const isLive = isNull(items.deleted_at);

/** The item, unless it or its owner is in the trash. */
export const findItem = prepared((db) =>
  db
    .select(columnsOfItem)
    .from(items)
    .innerJoin(users, isOwner)
    .where(and(eq(items.id, sql.placeholder('id')), isLive, isNull(users.deleted_at)))
    .prepare('find_item'),
);

const isVisibleTo = ({ visible_to }: ItemScope) => when(visible_to, (id) => eq(items.owner_id, id));

const isWithin = (scope: ItemScope) => {
  const { ids, owner_id, search } = scope;
  return and(
    ids && inArray(items.id, ids),
    isVisibleTo(scope),
    owner_id === undefined ? undefined : eq(items.owner_id, owner_id),
    search ? containsWords(items.search_text, search) : undefined,
  );
};

const matches = (scope: ItemScope) => and(isNull(users.deleted_at), isWithin(scope));

const itemKeyset = new Keyset(items.id, {
  created_at: { by: items.created_at },
  title: { by: titleKey },
});

/** True if the item at which a page starts is visible. */
export const hasItem = (db: Db, id: string, scope: ItemScope) => itemKeyset.has(db, id, isVisibleTo(scope));

const owner = { email: users.email, full_name: users.full_name };

/** Items of a list, its count and its export, with their owners. */
const selectItems = (db: Db, scope: ItemScope, further?: SQL) =>
  db
    .select({ ...columnsOfItem, owner })
    .from(items)
    .innerJoin(users, isOwner)
    .where(and(isLive, matches(scope), further));

export const listItems = (db: Db, { skip, limit, after }: LongPage, scope: ItemScope, sort: ItemSort) =>
  selectItems(
    db,
    scope,
    when(after, (id) => itemKeyset.after(sort, id, isVisibleTo(scope))),
  )
    .orderBy(...itemKeyset.order(sort))
    .offset(skip)
    .limit(limit);

const total = sql`coalesce(sum(${rowCounts.delta}), 0)`;

/** Counts all items minus the few of owners in the trash, which are hidden but not deleted. */
const countVisible = prepared((db) => {
  const hidden = db
    .select({ total })
    .from(rowCounts)
    .innerJoin(users, eq(users.id, rowCounts.owner_id))
    .where(and(eq(rowCounts.key, 'items'), isNotNull(users.deleted_at)));
  return db
    .select({ count: sql<number>`(${total} - (${hidden}))::int` })
    .from(rowCounts)
    .where(and(eq(rowCounts.key, 'items'), isNull(rowCounts.owner_id)))
    .prepare('count_visible_items');
});

async function countAll(db: Db): Promise<number> {
  const [row] = await countVisible(db, {});
  return row?.count ?? 0;
}

/** With `upTo`, may stop counting shortly above that number. */
export async function countItems(db: Db, scope: ItemScope, upTo?: number): Promise<number> {
  const { search, ids, visible_to, owner_id } = scope;
  if (!search && !ids && owner_id === undefined)
    return visible_to === undefined ? countAll(db) : countRowsOf(db, 'items', visible_to);
  return countUpTo(db, selectItems(db, scope), upTo);
}

/** An item as the database driver returns it; `email` is its owner's. */
export interface ExportedItem {
  id: string;
  title: string;
  description: string | null;
  email: string;
  created_at: string;
}

export const exportItems = (db: Db, scope: ItemScope, sort: ItemSort) =>
  cursor<ExportedItem>(db, selectItems(db, scope).orderBy(...itemKeyset.order(sort)));

export const updateItem = (db: Db, id: string, changes: ItemUpdate) =>
  db
    .update(items)
    .set(changes)
    .where(and(eq(items.id, id), isLive))
    .returning(columnsOfItem);

export const insertItems = (db: Db, rows: NewItem[]) => db.insert(items).values(rows);

/** A move to the trash or back. */
export interface TrashMove {
  action: 'delete' | 'restore';
  now: Date;
}

/** Items deleted before this time cannot be restored. */
const trashEnd = (now: Date) => new Date(now.getTime() - ITEM_TRASH_DAYS * DAY);

/** Condition: the action applies to the item. */
const isMovable = ({ action, now }: TrashMove) =>
  action === 'delete' ? isLive : gt(items.deleted_at, trashEnd(now));

export async function countMovable(db: Db, move: TrashMove, scope: ItemScope): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(items)
    .innerJoin(users, isOwner)
    .where(and(isMovable(move), matches(scope)));
  return row?.count ?? 0;
}

/** Yields the items that the action applies to in batches, each locked until the transaction ends. */
export function lockMovable(tx: Db, move: TrashMove, scope: ItemScope): AsyncGenerator<Item[]> {
  const owner = tx
    .select()
    .from(users)
    .where(and(isOwner, isNull(users.deleted_at)));
  return lockInBatches(tx, items, { filter: scope }, () =>
    and(isMovable(move), exists(owner), isWithin(scope)),
  );
}

export const moveItems = (tx: Db, { action, now }: TrashMove, ids: string[]) =>
  tx
    .update(items)
    .set({ deleted_at: action === 'delete' ? now : null })
    .where(inArray(items.id, ids));

/** Items erased per statement. */
const ERASED_AT_ONCE = 1000;

/** Deletes items whose trash period has ended. */
export async function deleteExpiredItems(db: Db, now: Date): Promise<void> {
  const old = db
    .select({ id: items.id })
    .from(items)
    .where(lte(items.deleted_at, trashEnd(now)))
    .limit(ERASED_AT_ONCE)
    .for('update', { skipLocked: true });
  const eraseSome = () =>
    db.delete(items).where(sql`${items.id} = any(array(${old}))`).returning({ id: items.id });
  while ((await eraseSome()).length === ERASED_AT_ONCE);
}
