import { z } from 'zod';
import { c, routeWith } from './define.ts';
import type { Errors, sharedErrors } from './errors.ts';
import { uuid } from './fields.ts';
import { Message } from './message.ts';
import type { Access } from './permissions.ts';

/** Path parameters of a route of one row. */
export const byId = z.object({ id: uuid() });

/** What the usual routes of an entity have in common. */
interface Entity<Path, Reader, Writer, Missing, Query, Page, Row, Create, Update> {
  path: Path;
  /** Its names in operation ids. */
  names: readonly [one: string, many: string];
  /** Who may list and read its rows. */
  readBy: Reader;
  /** Who may create, change and delete them. */
  writtenBy: Writer;
  /** Error of a row that does not exist. */
  missing: Missing;
  /** Query of the list. */
  query: Query;
  /** Response of the list. */
  page: Page;
  row: Row;
  create: Create;
  update: Update;
}

/**
 * The five usual routes of an entity of the team, each a function of its summary and of further errors. A route that
 * differs is declared by `routeWith` in place of the usual one.
 */
export function usualRoutes<
  const Own extends Errors,
  const Path extends string,
  const Reader extends Access,
  const Writer extends Access,
  const Missing extends keyof (typeof sharedErrors & Own) & string,
  Query extends z.ZodType,
  Page extends z.ZodType,
  Row extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
>(own: Own, entity: Entity<Path, Reader, Writer, Missing, Query, Page, Row, Create, Update>) {
  const route = routeWith(own);
  type Further = readonly (keyof (typeof sharedErrors & Own) & string)[];
  const { path, readBy, writtenBy, missing, query, page, row, create, update } = entity;
  const [one, many] = entity.names;
  const list = { path, audience: 'team' } as const;
  const single = { path: `${path}:id`, pathParams: byId, audience: 'team' } as const;
  return {
    list: <const Codes extends Further>(summary: string, ...errors: Codes) =>
      route({
        ...list,
        access: readBy,
        method: 'GET',
        operationId: `${many}-read_${many}`,
        summary,
        query,
        responses: { 200: page },
        errors,
      }),
    create: <const Codes extends Further>(summary: string, ...errors: Codes) =>
      route({
        ...list,
        access: writtenBy,
        method: 'POST',
        operationId: `${many}-create_${one}`,
        summary,
        body: create,
        responses: { 200: row },
        errors,
      }),
    read: <const Codes extends Further>(summary: string, ...errors: Codes) =>
      route({
        ...single,
        access: readBy,
        method: 'GET',
        operationId: `${many}-read_${one}`,
        summary,
        responses: { 200: row },
        errors: [missing, ...errors],
      }),
    update: <const Codes extends Further>(summary: string, ...errors: Codes) =>
      route({
        ...single,
        access: writtenBy,
        method: 'PATCH',
        operationId: `${many}-update_${one}`,
        summary,
        body: update,
        responses: { 200: row },
        errors: [missing, ...errors],
      }),
    delete: <const Codes extends Further>(summary: string, ...errors: Codes) =>
      route({
        ...single,
        access: writtenBy,
        method: 'DELETE',
        operationId: `${many}-delete_${one}`,
        summary,
        body: c.noBody(),
        responses: { 200: Message },
        errors: [missing, ...errors],
      }),
  };
}
