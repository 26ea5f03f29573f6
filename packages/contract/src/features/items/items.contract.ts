import { z } from 'zod';
import { c, route } from '../../shared/define.ts';
import { id, instant, text, uuid } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { Page, pageOf } from '../../shared/pagination.ts';

const title = () => text({ min: 1, max: 255 });
const description = () => text({ max: 255 }).nullable();

export const ItemCreate = z
  .object({ title: title(), description: description().optional() })
  .meta({ id: 'ItemCreate' });

/** Only the fields sent apply. */
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
  })
  .meta({ id: 'ItemPublic' });
export type ItemPublic = z.infer<typeof ItemPublic>;

export const ItemsPublic = pageOf(ItemPublic).meta({ id: 'ItemsPublic' });

const itemPath = z.object({ id: uuid() });

export const items = c.router({
  readItems: route({
    method: 'GET',
    path: '/items/',
    access: 'user',
    operationId: 'items-read_items',
    summary: "List one's own items, newest first; everybody's for a superuser",
    query: Page,
    responses: { 200: ItemsPublic },
  }),
  createItem: route({
    method: 'POST',
    path: '/items/',
    access: 'user',
    operationId: 'items-create_item',
    summary: 'Create an item',
    body: ItemCreate,
    responses: { 200: ItemPublic },
  }),
  readItem: route({
    method: 'GET',
    path: '/items/:id',
    access: 'user',
    operationId: 'items-read_item',
    summary: 'Read an item',
    pathParams: itemPath,
    responses: { 200: ItemPublic },
    errors: ['item_not_found', 'not_item_owner'],
  }),
  updateItem: route({
    method: 'PUT',
    path: '/items/:id',
    access: 'user',
    operationId: 'items-update_item',
    summary: 'Change an item',
    pathParams: itemPath,
    body: ItemUpdate,
    responses: { 200: ItemPublic },
    errors: ['item_not_found', 'not_item_owner'],
  }),
  deleteItem: route({
    method: 'DELETE',
    path: '/items/:id',
    access: 'user',
    operationId: 'items-delete_item',
    summary: 'Delete an item',
    pathParams: itemPath,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['item_not_found', 'not_item_owner'],
  }),
});
