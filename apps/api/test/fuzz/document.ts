import { z } from 'zod';
import type { TestService } from '../harness.ts';
import { OPERATIONS, type Operation } from '../samples.ts';

/** The subset of JSON Schema in use, with references resolved. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  default?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  /** Maximum length in graphemes. */
  'x-maxGraphemes'?: number;
  minimum?: number;
  maximum?: number;
}

interface Response {
  type: string;
  schema: z.ZodType;
  /** Name of the schema, if any. */
  name: string | undefined;
}

/** An operation of the served document. */
export interface Target {
  id: string;
  method: string;
  path: string;
  /** Data that the document lacks: access, errors, and a successful request. */
  operation: Operation;
  /** Parameters, as one object schema per place. */
  parameters: Record<'path' | 'query', Schema>;
  body: Schema | undefined;
  isForm: boolean;
  responses: Record<string, Response>;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}
interface RawOperation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

type Validated = Parameters<typeof z.fromJSONSchema>[0];
type Named = Record<string, Schema>;

/** Operations of `GET /api/v1/openapi.json`, except uploads. */
export async function readDocument(t: TestService): Promise<Target[]> {
  const { body } = await t.call('GET', '/openapi.json');
  const paths: Record<string, Record<string, RawOperation>> = body.paths;
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, raw]) => targetOf(method, path, raw, body.components.schemas)),
    )
    .filter(({ body }) => !Object.values(body?.properties ?? {}).some(({ format }) => format === 'binary'));
}

function targetOf(method: string, path: string, raw: RawOperation, named: Named): Target {
  const { operationId: id, requestBody, responses } = raw;
  const operation = OPERATIONS.find(({ operationId }) => operationId === id);
  if (!operation) throw new Error(`${id} is in the document, and not in the contract`);
  const [[type, content] = ['', undefined]] = Object.entries(requestBody?.content ?? {});
  return {
    id,
    method: method.toUpperCase(),
    path,
    operation,
    parameters: { path: parametersOf('path', raw, named), query: parametersOf('query', raw, named) },
    body: content && inlined(content.schema, named),
    isForm: content !== undefined && !type.includes('json'),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, { content }]) => [status, responseOf(content, named)]),
    ),
  };
}

function parametersOf(place: string, { parameters = [] }: RawOperation, named: Named): Schema {
  const own = parameters.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, inlined(schema, named)])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
}

function responseOf(content: Content['content'], named: Named): Response {
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(content ?? {});
  return {
    type,
    schema: z.fromJSONSchema(closed(inlined(schema, named)) as Validated),
    name: nameIn(schema),
  };
}

const nameIn = ({ $ref }: Schema) => $ref?.replace(/^.*\//, '');

/** Transforms every object in a value, innermost first. */
function rewritten<Value>(value: Value, change: (object: Record<string, unknown>) => unknown): Value {
  if (Array.isArray(value)) return value.map((inner) => rewritten(inner, change)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewritten(inner, change)])),
  ) as Value;
}

const inlined = (schema: Schema, named: Named): Schema =>
  rewritten(schema, (object) => {
    const name = nameIn(object);
    return name === undefined ? withOneType(object) : inlined(named[name] ?? {}, named);
  });

/** `type: [X, null]` as a choice. */
function withOneType({ type, ...rest }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  return { anyOf: [{ type: type[0], ...rest }, { type: 'null' }] };
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * A schema that rejects undeclared fields. The validator's formats for addresses and UUIDs are narrower than
 * the product's (ASCII, known versions), so they are checked separately.
 */
const closed = (schema: Schema): Schema =>
  rewritten(schema, ({ format, ...rest }) => ({
    ...rest,
    ...(format === 'uuid' ? { pattern: UUID } : format !== undefined && format !== 'email' && { format }),
    ...('properties' in rest && { additionalProperties: false }),
  }));
