import { z } from 'zod';
import { BulkReport, bulkOf } from '../../shared/bulk.ts';
import { Csv } from '../../shared/csv.ts';
import { c, routeWith } from '../../shared/define.ts';
import type { Feature } from '../../shared/feature.ts';
import { id, instant, search, text, uuid } from '../../shared/fields.ts';
import { LongPage, pageOf } from '../../shared/pagination.ts';
import { selectedRows } from '../../shared/selection.ts';
import { sortBy } from '../../shared/sorting.ts';
import { byId, usualRoutes } from '../../shared/usual-routes.ts';
import { ITEM_TEXT_MAX, itemsAudit, itemsErrors } from './items.rules.ts';

const title = () => text({ min: 1, max: ITEM_TEXT_MAX });
const description = () => text({ max: ITEM_TEXT_MAX }).nullable();

export const ItemCreate = z
  .object({ title: title(), description: description().optional() })
  .meta({ id: 'ItemCreate' });

/** Fields left out keep their value. */
export const ItemUpdate = z
  .object({ title: title(), description: description() })
  .partial()
  .meta({ id: 'ItemUpdate' });
export type ItemUpdate = z.infer<typeof ItemUpdate>;

export const ItemPublic = z
  .object({
    title: z.string(),
    description: z.string().nullable(),
    id: id(),
    owner_id: id(),
    created_at: instant(),
    owner: z
      .object({ email: z.string(), full_name: z.string().nullable() })
      .optional()
      .meta({ description: 'In lists.' }),
  })
  .meta({ id: 'ItemPublic' });
export type ItemPublic = z.infer<typeof ItemPublic>;

export const ItemsPublic = pageOf(ItemPublic).meta({ id: 'ItemsPublic' });

export const ItemFilter = z.object({
  owner_id: uuid().optional(),
  search: search('Words of the title or the description, in any order; accents and letter case are ignored'),
});
export type ItemFilter = z.infer<typeof ItemFilter>;

const ItemSort = sortBy('created_at', 'title').default('-created_at');
export type ItemSort = z.infer<typeof ItemSort>;

export const ItemBulk = bulkOf(z.enum(['delete', 'restore']), ItemFilter).meta({ id: 'ItemBulk' });
export type ItemBulk = z.infer<typeof ItemBulk>;

/** Days during which a deleted item can be restored. */
export const ITEM_TRASH_DAYS = 30;

const route = routeWith(itemsErrors);

const usual = usualRoutes(itemsErrors, {
  path: '/items/',
  names: ['item', 'items'],
  readBy: 'user',
  writtenBy: 'user',
  missing: 'item_not_found',
  query: LongPage.extend({ ...ItemFilter.shape, sort: ItemSort }),
  page: ItemsPublic,
  row: ItemPublic,
  create: ItemCreate,
  update: ItemUpdate,
});

export const items = c.router({
  readItems: usual.list("List one's own items; everybody's for a superuser", 'row_gone'),
  createItem: usual.create('Create an item'),
  exportItems: route({
    method: 'GET',
    path: '/items/export',
    access: 'user',
    audience: 'team',
    operationId: 'items-export_items',
    summary: "The whole filtered list as CSV, in the language of the caller's account",
    query: ItemFilter.extend({ sort: ItemSort, ...selectedRows }),
    responses: { 200: Csv },
    errors: ['count_changed'],
  }),
  bulkItems: route({
    method: 'POST',
    path: '/items/bulk',
    access: 'user',
    audience: 'team',
    operationId: 'items-bulk_items',
    summary: 'Delete or restore many items; with a filter, of those in the list',
    body: ItemBulk,
    responses: { 200: BulkReport },
    errors: ['count_changed'],
  }),
  readItem: usual.read('Read an item', 'not_item_owner'),
  // PUT in place of PATCH.
  updateItem: route({
    method: 'PUT',
    path: '/items/:id',
    access: 'user',
    audience: 'team',
    operationId: 'items-update_item',
    summary: 'Change an item',
    pathParams: byId,
    body: ItemUpdate,
    responses: { 200: ItemPublic },
    errors: ['item_not_found', 'not_item_owner'],
  }),
  deleteItem: usual.delete('Delete an item; it can be restored for 30 days', 'not_item_owner'),
  restoreItem: route({
    method: 'POST',
    path: '/items/:id/restore',
    access: 'user',
    audience: 'team',
    operationId: 'items-restore_item',
    summary: 'Undo the deletion of an item',
    pathParams: byId,
    body: c.noBody(),
    responses: { 200: ItemPublic },
    errors: ['item_not_found', 'not_item_owner'],
  }),
});

export const itemsFeature = {
  routes: { items },
  errors: itemsErrors,
  audited: itemsAudit,
  readBy: { item: { can: 'items.read' } },
} satisfies Feature;
