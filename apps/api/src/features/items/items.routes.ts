import { contract } from '@agora/contract';
import type { ItemPublic } from '@agora/contract/features/items/items.contract';
import { v7 as uuidv7 } from 'uuid';
import { auditSetting } from '../../platform/db/audit-context.ts';
import { auditedExport } from '../../platform/db/audit-export.ts';
import { requireCount } from '../../platform/db/bulk.ts';
import { requireRow } from '../../platform/db/rows.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { done } from '../../platform/http/answers.ts';
import { csvHeaders, csvOf } from '../../platform/http/csv.ts';
import { longPage } from '../../platform/http/long-page.ts';
import { router } from '../../platform/http/router.ts';
import { callerOf, rejectErasedCaller } from '../accounts/sessions/accounts.sessions.service.ts';
import { ITEM_COLUMNS } from './items.csv.ts';
import {
  countItems,
  deleteExpiredItems,
  exportItems,
  hasItem,
  insertItem,
  listItems,
  updateItem,
} from './items.queries.ts';
import { bulkMove, moveItem, requireItem, scopeOf } from './items.service.ts';
import type { Item } from './items.table.ts';

type Row = Item & Pick<ItemPublic, 'owner'>;

const toItem = (row: Row): ItemPublic => ({
  title: row.title,
  description: row.description,
  id: row.id,
  owner_id: row.owner_id,
  created_at: row.created_at.toISOString(),
  ...(row.owner && { owner: row.owner }),
});

const itemsRoutes = ({ db, longReads, now, config }: RouteDeps) =>
  router(contract.items, {
    readItems: async ({ query, request }) => {
      const scope = scopeOf(query, callerOf(request));
      const { rows, count } = await longPage(query, {
        rows: listItems(db, query, scope, query.sort),
        count: countItems(db, scope, query.count_up_to),
        has: (id) => hasItem(db, id, scope),
      });
      return { status: 200, body: { data: rows.map(toItem), count } };
    },
    createItem: async ({ body, request }) => {
      const { title, description = null } = body;
      const created_at = now().toISOString();
      const item = { id: uuidv7(), owner_id: callerOf(request).id, title, description, created_at };
      const [row] = await insertItem(db, { ...item, audit: auditSetting() }).catch(
        rejectErasedCaller('items_owner_id_users_id_fk'),
      );
      return { status: 200, body: toItem(row as Item) };
    },
    exportItems: async ({ query, request, reply }) => {
      const caller = callerOf(request);
      const scope = { ...scopeOf(query, caller), ids: query.ids?.split(',') };
      await requireCount(query.expected_count, () => countItems(db, scope));
      const rows = auditedExport(
        db,
        { name: { fr: 'Éléments', en: 'Items' }, query },
        exportItems(longReads, scope, query.sort),
      );
      void reply.headers(csvHeaders('items.csv'));
      return {
        status: 200,
        body: csvOf({ locale: caller.locale, timeZone: config.TIME_ZONE }, ITEM_COLUMNS, rows),
      };
    },
    bulkItems: async ({ body, request }) => ({
      status: 200,
      body: await bulkMove(db, now(), body, callerOf(request)),
    }),
    readItem: async ({ params, request }) => ({
      status: 200,
      body: toItem(await requireItem(db, params.id, callerOf(request), 'items.read')),
    }),
    updateItem: async ({ params, body, request }) => {
      const item = await requireItem(db, params.id, callerOf(request), 'items.write');
      if (Object.keys(body).length === 0) return { status: 200, body: toItem(item) };
      const changed = db.transaction((tx) => updateItem(tx, params.id, body));
      return { status: 200, body: toItem(await requireRow(changed, 'item_not_found')) };
    },
    deleteItem: async ({ params, request }) => {
      await moveItem(db, { action: 'delete', now: now() }, params.id, callerOf(request));
      return done('Item deleted successfully');
    },
    restoreItem: async ({ params, request }) => {
      const caller = callerOf(request);
      const item = await db.transaction(async (tx) => {
        await moveItem(tx, { action: 'restore', now: now() }, params.id, caller);
        return requireItem(tx, params.id, caller, 'items.write');
      });
      return { status: 200, body: toItem(item) };
    },
  });

export const itemsFeature = defineFeature({
  routes: { items: itemsRoutes },
  housekeeping: async ({ db, now }) => deleteExpiredItems(db, now()),
});
