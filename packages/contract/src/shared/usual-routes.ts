import { z } from 'zod';
import { type Access, c, routeWith } from './define.ts';
import type { Errors, sharedErrors } from './errors.ts';
import { uuid } from './fields.ts';
import { Message } from './message.ts';

/** Path parameters of a route of one row. */
export const byId = z.object({ id: uuid() });

/** What the usual routes of an entity have in common. */
interface Entity<Code> {
  path: string;
  /** Its names in operation ids. */
  names: readonly [one: string, many: string];
  access: Access;
  /** Error of a row that does not exist. */
  missing: Code;
  /** Query of the list. */
  query: z.ZodType;
  /** Response of the list. */
  page: z.ZodType;
  row: z.ZodType;
  create: z.ZodType;
  update: z.ZodType;
}

/**
 * The five usual routes of an entity of the team, each a function of its summary and of further errors. A route that
 * differs is declared by `routeWith` in place of the usual one.
 */
export function usualRoutes<const Own extends Errors, const E extends Entity<keyof Own & string>>(
  own: Own,
  entity: E,
) {
  const route = routeWith(own);
  type Further = readonly (keyof (typeof sharedErrors & Own) & string)[];
  const {
    path,
    names: [one, many],
  } = entity;
  const access: E['access'] = entity.access;
  const missing: E['missing'] = entity.missing;
  const list = { path: path as E['path'], access, audience: 'team' } as const;
  const single = {
    path: `${path as E['path']}:id`,
    pathParams: byId,
    access,
    audience: 'team',
  } as const;
  const row = { 200: entity.row as E['row'] };
  return {
    list: <const Codes extends Further>(summary: string, ...errors: Codes) =>
      route({
        ...list,
        method: 'GET',
        operationId: `${many}-read_${many}`,
        summary,
        query: entity.query as E['query'],
        responses: { 200: entity.page as E['page'] },
        errors,
      }),
    create: <const Codes extends Further>(summary: string, ...errors: Codes) =>
      route({
        ...list,
        method: 'POST',
        operationId: `${many}-create_${one}`,
        summary,
        body: entity.create as E['create'],
        responses: row,
        errors,
      }),
    read: <const Codes extends Further>(summary: string, ...errors: Codes) =>
      route({
        ...single,
        method: 'GET',
        operationId: `${many}-read_${one}`,
        summary,
        responses: row,
        errors: [missing, ...errors],
      }),
    update: <const Codes extends Further>(summary: string, ...errors: Codes) =>
      route({
        ...single,
        method: 'PATCH',
        operationId: `${many}-update_${one}`,
        summary,
        body: entity.update as E['update'],
        responses: row,
        errors: [missing, ...errors],
      }),
    delete: <const Codes extends Further>(summary: string, ...errors: Codes) =>
      route({
        ...single,
        method: 'DELETE',
        operationId: `${many}-delete_${one}`,
        summary,
        body: c.noBody(),
        responses: { 200: Message },
        errors: [missing, ...errors],
      }),
  };
}
