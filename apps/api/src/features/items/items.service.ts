import type { ItemBulk, ItemFilter } from '@agora/contract/features/items/items.contract';
import type { BulkReport } from '@agora/contract/shared/bulk';
import { can } from '@agora/contract/shared/permissions';
import { actOnMany, type Skip } from '../../platform/db/bulk.ts';
import type { Db } from '../../platform/db/client.ts';
import { requireRow } from '../../platform/db/rows.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../accounts/sessions/accounts.sessions.service.ts';
import {
  countMovable,
  findItem,
  type ItemScope,
  lockMovable,
  moveItems,
  type TrashMove,
} from './items.queries.ts';
import type { Item } from './items.table.ts';

/** Limits a filter to the items visible to the caller: all with the permission to read them, or their own. */
export const scopeOf = (filter: ItemFilter, caller: Caller): ItemScope => ({
  owner_id: filter.owner_id,
  search: filter.search,
  visible_to: can(caller, 'items.read') ? undefined : caller.id,
});

type ItemPermission = 'items.read' | 'items.write';

const owns = ({ owner_id }: Item, caller: Caller, permission: ItemPermission): boolean =>
  owner_id === caller.id || can(caller, permission);

/** The item, if the caller is its owner or has the permission. */
export async function requireItem(
  db: Db,
  id: string,
  caller: Caller,
  permission: ItemPermission,
): Promise<Item> {
  const item = await requireRow(findItem(db, { id }), 'item_not_found');
  if (!owns(item, caller, permission)) throw new AppError('not_item_owner');
  return item;
}

type Refusal = 'item_not_found' | 'not_item_owner';

/** Deletes or restores the caller's items, and reports those of others. */
async function moveOwn(tx: Db, move: TrashMove, rows: Item[], caller: Caller): Promise<Skip[]> {
  const { own = [], foreign = [] } = Object.groupBy(rows, (item) =>
    owns(item, caller, 'items.write') ? 'own' : 'foreign',
  );
  const ids = own.map(({ id }) => id);
  await moveItems(tx, move, ids);
  return foreign.map(({ id }) => ({ id, label: '', code: 'not_item_owner' satisfies Refusal }));
}

/** Deletes or restores many items in one transaction. */
export const bulkMove = (
  db: Db,
  now: Date,
  { action, ...request }: ItemBulk,
  caller: Caller,
): Promise<BulkReport> => {
  const move = { action, now };
  return db.transaction((tx) =>
    actOnMany(request, {
      count: (filter) => countMovable(tx, move, scopeOf(filter, caller)),
      lock: (target) => lockMovable(tx, move, 'ids' in target ? target : scopeOf(target.filter, caller)),
      act: (rows) => moveOwn(tx, move, rows, caller),
      missing: 'item_not_found',
    }),
  );
};

/** Deletes or restores one item of the caller. */
export async function moveItem(db: Db, move: TrashMove, id: string, caller: Caller): Promise<void> {
  const { skipped } = await bulkMove(db, move.now, { action: move.action, ids: [id] }, caller);
  if (skipped[0]) throw new AppError(skipped[0].code as Refusal);
}
