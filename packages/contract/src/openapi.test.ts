import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

type Json = Record<string, unknown>;

const document = openApiDocument({ title: 'Agora', local: true });

/** Every object inside a value with the path to it. */
function* objectsIn(value: unknown, path = ''): Generator<[path: string, object: Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Json];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${key}`);
}

/** Paths of the objects that are wrong. */
const wrong = (isWrong: (object: Json, path: string) => boolean, part: unknown = document): string[] =>
  [...objectsIn(part)].filter(([path, object]) => isWrong(object, path)).map(([path]) => path);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Json>).map(
    ([method, operation]) => [`${method} ${path}`, operation] as const,
  ),
);

/** The headers of a response of an operation. */
function headersOf(name: string, status: number): string[] {
  const operation = new Map<string, Json>(operations).get(name);
  const responses = operation?.['responses'] as Record<number, { headers?: Json }>;
  return Object.keys(responses[status]?.headers ?? {});
}

describe('OpenAPI document', () => {
  it('matches the committed openapi.json; `--update=all` regenerates it', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../openapi.json');
  });

  it('declares no empty schema', () => {
    const places = /(schema|schemas\/\w+|properties\/\w+|items)$/;
    expect(wrong((schema, path) => places.test(path) && Object.keys(schema).length === 0)).toEqual([]);
  });

  it('declares the items of every list by one schema, because generators refuse tuples', () => {
    const isWrong = (schema: Json) =>
      'prefixItems' in schema || (schema['type'] === 'array' && typeof schema['items'] !== 'object');
    expect(wrong(isWrong)).toEqual([]);
  });

  it('declares no object or list as a default, because Kotlin generators write them as invalid code', () => {
    const isWrong = ({ default: value }: Json, path: string) =>
      typeof value === 'object' && value !== null && !path.endsWith('/properties');
    expect(wrong(isWrong)).toEqual([]);
  });

  it('names every object and every enum', () => {
    const isInline = (schema: Json, path: string) =>
      !/^\/[\w-]+$/.test(path) &&
      ((typeof schema['properties'] === 'object' && schema['type'] === 'object') ||
        (Array.isArray(schema['enum']) && schema['type'] === 'string'));
    expect(wrong(isInline, document.components.schemas)).toEqual([]);
    expect(wrong(isInline, document.paths)).toEqual([]);
  });

  it('refers only to declared schemas, and declares no unused schema', () => {
    const found = [...objectsIn(document)].flatMap(([, { $ref }]) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    const declared = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(found)].sort()).toEqual(declared.sort());
  });

  it('declares the server of its paths', () => {
    expect(document.servers).toEqual([{ url: '/' }]);
  });

  it.each(operations)('describes %s and says whether it needs a token', (name, operation) => {
    const { description, tags, security, responses } = operation as {
      description: string;
      tags: string[];
      security: object[];
      responses: Record<string, { description: string }>;
    };
    expect(description).toMatch(/^\S.*\.$/);
    expect(document.tags.map((tag) => tag.name)).toEqual(expect.arrayContaining(tags));
    const hasOwnSecret = name === 'post /api/v1/inbound-mail';
    expect(security).toEqual('401' in responses && !hasOwnSecret ? [{ OAuth2PasswordBearer: [] }] : []);
    for (const [status, response] of Object.entries(responses)) expect(response.description).not.toBe(status);
  });

  it('declares the headers for retries, idempotency and caching', () => {
    expect(headersOf('post /api/v1/login/access-token', 429)).toEqual(['Retry-After']);
    expect(headersOf('post /api/v1/items/', 503)).toEqual(['Retry-After']);
    expect(headersOf('post /api/v1/items/', 409)).toEqual(['Idempotent-Replayed', 'Retry-After']);
    expect(headersOf('post /api/v1/items/', 200)).toEqual(['Idempotent-Replayed']);
    expect(headersOf('get /api/v1/items/', 200)).toEqual([]);
    expect(headersOf('get /api/v1/app/notifications', 200)).toEqual(['X-Unread-Count', 'ETag']);
    expect(headersOf('get /api/v1/app/daily-message', 200)).toEqual(['X-Time-Zone', 'ETag']);
  });

  it('declares If-None-Match and 304 only for the routes that the app reads', () => {
    const conditional = operations.filter(([, { responses }]) => '304' in (responses as Json));
    expect(conditional.every(([name]) => /^get \/api\/v1\/(app|message-images)\//.test(name))).toBe(true);
    expect(conditional.map(([name]) => name)).toContain('get /api/v1/app/news');
    for (const [, { parameters }] of conditional)
      expect(parameters).toContainEqual(expect.objectContaining({ name: 'If-None-Match', in: 'header' }));
  });
});
