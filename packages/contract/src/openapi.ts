import { type AppRoute, isAppRoute, isAppRouteOtherResponse } from '@ts-rest/core';
import { z } from 'zod';
import { API_PREFIX, API_VERSION, contract } from './index.ts';
import { FORM_TYPES, metadataOf, type RouteMetadata } from './shared/define.ts';
import { sharedErrors } from './shared/errors.ts';

type Json = Record<string, unknown>;
type Schema = z.ZodType;

const REF_PREFIX = '#/components/schemas/';

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Json>;
  components: { schemas: Json; securitySchemes: Json };
}

/** The contract as OpenAPI 3.1. `local` includes the routes that exist only with ENVIRONMENT=local. */
export function openApiDocument({ title, local }: { title: string; local: boolean }): OpenApiDocument {
  const routes = Object.values(contract)
    .flatMap((part) => Object.values(part))
    .filter((route): route is AppRoute => isAppRoute(route))
    .filter((route) => local || metadataOf(route).environment !== 'local');
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    Object.assign((paths[path] ??= {}), { [route.method.toLowerCase()]: operation(route, components) });
  }
  return {
    openapi: '3.1.0',
    info: { title, version: API_VERSION },
    paths,
    components: { schemas: sorted(components), securitySchemes: SECURITY_SCHEMES },
  };
}

const SECURITY_SCHEMES = {
  OAuth2PasswordBearer: {
    type: 'oauth2',
    flows: { password: { scopes: {}, tokenUrl: `${API_PREFIX}/login/access-token` } },
  },
};

const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names this call, for 24 hours: a repeat with the same key and content is given the first answer, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

function operation(route: AppRoute, components: Json): Json {
  const { access, operationId, summary, keyed } = metadataOf(route);
  const parameters = [
    ...parametersOf('path', route.pathParams, components),
    ...parametersOf('query', route.query, components),
    ...(keyed ? [KEY_PARAMETER] : []),
  ];
  const body = 'body' in route ? requestBody(route, components) : undefined;
  return {
    tags: [operationId.split('-')[0]],
    summary,
    operationId,
    ...(access !== 'public' && { security: [{ OAuth2PasswordBearer: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, response]) => [
        status,
        responseOf(Number(status), response, route, components),
      ]),
    ),
  };
}

function parametersOf(where: 'path' | 'query', shape: unknown, components: Json): Json[] {
  if (!(shape instanceof z.ZodObject)) return [];
  return Object.entries(shape.shape as Record<string, Schema>).map(([name, field]) => {
    const { description, ...schema } = schemaOf(field, 'input', components);
    return {
      name,
      in: where,
      required: !field.safeParse(undefined).success,
      description,
      schema,
    };
  });
}

function requestBody(route: AppRoute & { body?: unknown; contentType?: string }, components: Json) {
  if (!(route.body instanceof z.ZodType)) return undefined;
  const schema = schemaOf(route.body, 'input', components);
  const types = route.contentType === FORM_TYPES[0] ? FORM_TYPES : [route.contentType ?? 'application/json'];
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

function responseOf(status: number, response: unknown, route: AppRoute, components: Json): Json {
  const other = isAppRouteOtherResponse(response as never);
  const { contentType, body } = other
    ? (response as { contentType: string; body: Schema })
    : { contentType: 'application/json', body: response as Schema };
  const [type = contentType] = contentType.split(';');
  return {
    description: descriptionOf(status, metadataOf(route)),
    ...(status === 401 && {
      headers: { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } },
    }),
    content: { [type]: { schema: schemaOf(body, 'output', components) } },
  };
}

function descriptionOf(status: number, { errors }: RouteMetadata): string {
  if (status < 300) return 'Successful Response';
  const own = Object.entries(errors).filter(([, [refused]]) => refused === status);
  const general = Object.values(sharedErrors).find(([refused]) => refused === status);
  return own.length > 0
    ? own.map(([code, [, detail]]) => `\`${code}\`: ${detail}`).join('; ')
    : (general?.[1] ?? String(status));
}

/**
 * A JSON Schema; named schemas go into `components` and are referenced. Objects stay open on both sides:
 * unknown fields are ignored in requests, and responses may gain fields.
 */
function schemaOf(schema: Schema, io: 'input' | 'output', components: Json): Json {
  const { json, definitions } = converted(schema, io);
  for (const [name, component] of Object.entries(definitions)) {
    const other = components[name] ?? component;
    if (other !== component && JSON.stringify(other) !== JSON.stringify(component))
      throw new Error(`${name} is one thing in requests and another in answers: give them two names`);
    components[name] = component;
  }
  return json;
}

interface Conversion {
  json: Json;
  definitions: Json;
}

/** Schemas that were converted: nearly all routes share those of their refusals. */
const conversions = {
  input: new WeakMap<Schema, Conversion>(),
  output: new WeakMap<Schema, Conversion>(),
};

function converted(schema: Schema, io: 'input' | 'output'): Conversion {
  const known = conversions[io].get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Those of a record are its values.
      if (typeof jsonSchema.additionalProperties !== 'object') delete jsonSchema.additionalProperties;
      delete jsonSchema.propertyNames;
      if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.parse(undefined);
    },
  });
  const referring = JSON.stringify(made).replaceAll('"#/$defs/', `"${REF_PREFIX}`);
  const { $schema: _, $defs: definitions = {}, ...json } = JSON.parse(referring);
  const conversion = { json, definitions };
  conversions[io].set(schema, conversion);
  return conversion;
}

const sorted = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
