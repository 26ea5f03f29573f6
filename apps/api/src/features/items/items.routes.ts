import { contract } from '@agora/contract';
import type { ItemPublic } from '@agora/contract/features/items/items.contract';
import { v7 as uuidv7 } from 'uuid';
import { violates } from '../../platform/db/errors.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { router } from '../../platform/http/router.ts';
import { type Caller, callerOf } from '../sessions/sessions.service.ts';
import { countItems, deleteItem, findItem, insertItem, listItems, updateItem } from './items.queries.ts';
import type { Item } from './items.table.ts';

const toItem = (row: Item): ItemPublic => ({
  title: row.title,
  description: row.description,
  id: row.id,
  owner_id: row.owner_id,
  created_at: row.created_at.toISOString(),
});

export const itemsRoutes = ({ db, now }: RouteDeps) => {
  /** The item, if the caller may see and change it: its owner and superusers may. */
  async function requireItem(id: string, caller: Caller): Promise<Item> {
    const [item] = await findItem(db, { id });
    if (!item) throw new AppError('item_not_found');
    if (item.owner_id !== caller.id && !caller.is_superuser) throw new AppError('not_item_owner');
    return item;
  }

  return router(contract.items, {
    readItems: async ({ query, request }) => {
      const caller = callerOf(request);
      const ownerId = caller.is_superuser ? undefined : caller.id;
      const [rows, count] = await Promise.all([listItems(db, query, ownerId), countItems(db, ownerId)]);
      return { status: 200, body: { data: rows.map(toItem), count } };
    },
    createItem: async ({ body, request }) => {
      const { title, description = null } = body;
      const item = { id: uuidv7(), owner_id: callerOf(request).id, title, description, created_at: now() };
      const [row] = await insertItem(db, item).catch((error: unknown) => {
        throw violates(error, 'items_owner_id_users_id_fk') ? new AppError('invalid_credentials') : error;
      });
      return { status: 200, body: toItem(row as Item) };
    },
    readItem: async ({ params, request }) => ({
      status: 200,
      body: toItem(await requireItem(params.id, callerOf(request))),
    }),
    updateItem: async ({ params, body, request }) => {
      const item = await requireItem(params.id, callerOf(request));
      if (Object.keys(body).length === 0) return { status: 200, body: toItem(item) };
      const [row] = await updateItem(db, params.id, body);
      if (!row) throw new AppError('item_not_found');
      return { status: 200, body: toItem(row) };
    },
    deleteItem: async ({ params, request }) => {
      await requireItem(params.id, callerOf(request));
      const [gone] = await deleteItem(db, params.id);
      if (!gone) throw new AppError('item_not_found');
      return { status: 200, body: { message: 'Item deleted successfully' } };
    },
  });
};
