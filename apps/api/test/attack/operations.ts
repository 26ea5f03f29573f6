import { z } from 'zod';
import type { JSONSchema } from 'zod/v4/core';
import { OPERATIONS, type Operation } from '../samples.ts';

export type Place = 'path' | 'query' | 'body';
export type Schema = JSONSchema.BaseSchema;

const SOURCES = { path: 'pathParams', query: 'query', body: 'body' } as const;

/** Schema of one place of a request, as the JSON Schema that clients read. */
function schemaOf({ route }: Operation, place: Place): Schema {
  const declared = (route as unknown as Record<string, unknown>)[SOURCES[place]];
  if (!(declared instanceof z.ZodType)) return {};
  return z.toJSONSchema(declared, { io: 'input', unrepresentable: 'any', reused: 'inline' });
}

export interface Field {
  operation: Operation;
  place: Place;
  /** From the outside in: `filter`, `search`. */
  path: readonly string[];
  schema: Schema;
  required: boolean;
}

/** All fields of a place, including nested ones; not files, which are no text. */
export function fieldsOf(operation: Operation, place: Place): Field[] {
  const root = schemaOf(operation, place);
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? resolve(root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {}) : schema;
  const below = (schema: Schema, path: readonly string[]): Field[] => {
    const { properties = {}, required = [] } = resolve(schema);
    return Object.entries(properties).flatMap(([name, value]) => {
      const inner = resolve(value as Schema);
      const field = {
        operation,
        place,
        path: [...path, name],
        schema: inner,
        required: required.includes(name),
      };
      return inner.format === 'binary' ? [] : [field, ...below(inner, field.path)];
    });
  };
  return below(root, []);
}

export const ALL_FIELDS: readonly Field[] = OPERATIONS.flatMap((operation) =>
  (['path', 'query', 'body'] as const).flatMap((place) => fieldsOf(operation, place)),
);

/** True if a schema, or one of its alternatives, has the type. */
export const isOf = (schema: Schema, type: string): boolean =>
  schema.type === type || (schema.anyOf ?? []).some((inner) => isOf(inner, type));

export const labelOf = ({ operation, place, path }: Field) =>
  `${operation.operationId} ${place} ${path.join('.')}`;
