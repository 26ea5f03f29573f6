import { type AppRoute, isAppRoute, isAppRouteOtherResponse } from '@ts-rest/core';
import { z } from 'zod';
import { API_PREFIX, API_VERSION, contract } from './index.ts';
import { named, pascal, REF_PREFIX, withNames } from './openapi.names.ts';
import { FORM_TYPES, metadataOf, type RouteMetadata } from './shared/define.ts';
import { sharedErrors } from './shared/errors.ts';
import type { Access } from './shared/permissions.ts';

type Json = Record<string, unknown>;
type Schema = z.ZodType;

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string }[];
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
  for (const [name, component] of Object.entries(components))
    components[name] = withNames(component as Json, name, components);
  const tags = new Set(routes.map(tagOf));
  return {
    openapi: '3.1.0',
    info: { title, version: API_VERSION },
    // The server that serves the document.
    servers: [{ url: '/' }],
    tags: [...tags].sort().map((name) => ({ name })),
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

const tagOf = (route: AppRoute): string => metadataOf(route).operationId.split('-')[0] ?? '';

const CALLERS: Record<Exclude<Access, object>, string> = {
  public: 'Needs no token.',
  user: 'For all signed-in users.',
  team: 'For the team: superusers, and accounts with a role.',
  superuser: 'For superusers.',
};

const callersOf = (access: Access): string =>
  typeof access === 'object'
    ? `Requires the permission ${[access.can]
        .flat()
        .map((permission) => `\`${permission}\``)
        .join(' or ')}.`
    : CALLERS[access];

const text = (description: string) => ({ description, schema: { type: 'string' } });

/** A response that the client may already have (RFC 9110, 13.1.2). */
const ETAG = {
  parameter: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the response that the client has.',
    schema: { type: 'string' },
  },
  header: { ETag: text('Identifies this response, for `If-None-Match`.') },
  response: { 304: { description: 'The client already has this response.' } },
};

const REPLAYED = {
  'Idempotent-Replayed': {
    description: 'With a repeated `Idempotency-Key`: this is the first response.',
    schema: { type: 'string', const: 'true' },
  },
};

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer', minimum: 0 } },
};

/** Refusals that say when to retry. */
const RETRIED = new Set([429, 503]);

const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Identifies this call for 24 hours: a repeat with the same key and content gets the first response, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

function operation(route: AppRoute, components: Json): Json {
  const { access, operationId, summary, keyed } = metadataOf(route);
  const parameters = [
    ...parametersOf('path', route, components),
    ...parametersOf('query', route, components),
    ...(keyed ? [KEY_PARAMETER] : []),
    ...(isConditional(route) ? [ETAG.parameter] : []),
  ];
  const body = 'body' in route ? requestBody(route, components) : undefined;
  return {
    tags: [tagOf(route)],
    summary,
    description: `${summary}. ${callersOf(access)}`,
    operationId,
    security: access === 'public' ? [] : [{ OAuth2PasswordBearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      ...(isConditional(route) && ETAG.response),
      ...Object.fromEntries(
        Object.entries(route.responses).map(([status, response]) => [
          status,
          responseOf(Number(status), response, route, components),
        ]),
      ),
    },
  };
}

/** True if the API returns 304 to a client that already has the response. */
const isConditional = (route: AppRoute) => route.method === 'GET' && metadataOf(route).audience === 'app';

function parametersOf(where: 'path' | 'query', route: AppRoute, components: Json): Json[] {
  const shape = where === 'path' ? route.pathParams : route.query;
  if (!(shape instanceof z.ZodObject)) return [];
  const owner = pascal(metadataOf(route).operationId);
  return Object.entries(shape.shape as Record<string, Schema>).map(([name, field]) => {
    const { description, ...schema } = schemaOf(field, 'input', components);
    return {
      name,
      in: where,
      required: !field.safeParse(undefined).success,
      description,
      schema: named(schema, owner + pascal(name), components),
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
  const headers = headersOf(status, route);
  return {
    description: descriptionOf(status, metadataOf(route)),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { [type]: { schema: schemaOf(body, 'output', components) } },
  };
}

function headersOf(status: number, route: AppRoute): Json {
  const { keyed, headers = {}, errors } = metadataOf(route);
  const isSuccess = status < 300;
  const own = Object.entries(headers).map(([name, description]) => [name, text(description)]);
  const isRetried = RETRIED.has(status) || (status === 409 && 'call_in_progress' in errors);
  return {
    ...(isSuccess && Object.fromEntries(own)),
    ...(isSuccess && isConditional(route) && ETAG.header),
    ...(keyed && status < 500 && status !== 401 && status !== 429 && REPLAYED),
    ...(status === 303 && { Location: text('The target of the redirect.') }),
    ...(status === 401 && { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } }),
    ...(isRetried && RETRY_AFTER),
  };
}

function descriptionOf(status: number, { errors }: RouteMetadata): string {
  if (status < 300) return 'Successful Response';
  if (status === 303) return 'See Other';
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

/** Cache of converted schemas: nearly all routes share those of their refusals. */
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
      // In a record these describe its values.
      if (typeof jsonSchema.additionalProperties !== 'object') delete jsonSchema.additionalProperties;
      delete jsonSchema.propertyNames;
      if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.parse(undefined);
      const { default: value, description } = jsonSchema;
      // Kotlin generators produce code that does not compile for defaults of objects and lists.
      if (typeof value !== 'object' || value === null) return;
      delete jsonSchema.default;
      jsonSchema.description = `${description ? `${description} ` : ''}By default \`${JSON.stringify(value)}\`.`;
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
