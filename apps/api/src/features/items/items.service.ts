import type { ItemBulk, ItemFilter } from '@agora/contract/features/items/items.contract';
import type { BulkReport } from '@agora/contract/shared/bulk';
import type { Db } from '../../platform/db/client.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../accounts/sessions/accounts.sessions.service.ts';
import { findItem, findMovable, type ItemScope, moveItems, type TrashMove } from './items.queries.ts';
import type { Item } from './items.table.ts';

/** Limits a filter to the items visible to the caller: all for superusers, their own for others. */
export const scopeOf = (filter: ItemFilter, caller: Caller): ItemScope => ({
  owner_id: filter.owner_id,
  search: filter.search,
  visible_to: caller.is_superuser ? undefined : caller.id,
});

/** The item, if the caller is its owner or a superuser. */
export async function requireItem(db: Db, id: string, caller: Caller): Promise<Item> {
  const [item] = await findItem(db, { id });
  if (!item) throw new AppError('item_not_found');
  if (item.owner_id !== caller.id && !caller.is_superuser) throw new AppError('not_item_owner');
  return item;
}

type Refusal = 'item_not_found' | 'not_item_owner';

/** Moves the caller's items among `ids`, and reports the reason for the others. */
async function moveNamed(tx: Db, move: TrashMove, ids: string[], caller: Caller) {
  const moved = new Set(await moveItems(tx, move, { ...scopeOf({}, caller), ids }));
  const left = ids.filter((id) => !moved.has(id));
  const others = new Set(
    left.length > 0 && !caller.is_superuser ? await findMovable(tx, move, { ids: left }) : [],
  );
  const skipped = left.map((id) => {
    const code: Refusal = others.has(id) ? 'not_item_owner' : 'item_not_found';
    return { id, label: '', code };
  });
  return { done: moved.size, skipped };
}

/** Deletes or restores one item of the caller. */
export async function moveItem(db: Db, move: TrashMove, id: string, caller: Caller): Promise<void> {
  const { skipped } = await db.transaction((tx) => moveNamed(tx, move, [id], caller));
  if (skipped[0]) throw new AppError(skipped[0].code);
}

/** Deletes or restores many items in one transaction. */
export const bulkMove = (db: Db, now: Date, body: ItemBulk, caller: Caller): Promise<BulkReport> =>
  db.transaction(async (tx) => {
    const move = { action: body.action, now };
    if (body.ids) {
      const ids = [...new Set(body.ids)];
      return { count: ids.length, ...(await moveNamed(tx, move, ids, caller)) };
    }
    const { length: done } = await moveItems(tx, move, scopeOf(body.filter ?? {}, caller));
    if (done !== body.expected_count) throw new AppError('count_changed');
    return { count: done, done, skipped: [] };
  });
