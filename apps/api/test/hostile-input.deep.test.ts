import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { fieldNamesOf } from '@agora/contract/shared/field-names';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Account, type Answer, useService } from './harness.ts';
import { fileForm } from './requests.ts';
import { OPERATIONS } from './samples.ts';

const service = useService();
let member: Account;
let port: number;

beforeAll(async () => {
  member = await service().member();
  await service().app.listen({ port: 0, host: '127.0.0.1' });
  const address = service().app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});

const items = async () => {
  const [row] = await service().db.execute<{ count: number }>(sql`select count(*)::int as count from items`);
  return row?.count;
};

let before: number | undefined;
beforeAll(async () => {
  before = await items();
});
afterAll(async () => {
  expect(await items(), 'nothing was written').toBe(before);
});

const post = (payload: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
  service().call('POST', '/items/', {
    token: member.token,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** Sends bytes over a raw connection and returns the response until the server closes it. */
async function sendRaw(write: (socket: ReturnType<typeof connect>) => void): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  socket.on('error', () => {});
  await once(socket, 'connect');
  write(socket);
  if (!socket.destroyed) await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

describe('JSON bodies', () => {
  it.each([
    ['{"title": "x"', 13, "Expected ',' or '}' after property value"],
    ['{title: 1}', 1, "Expected property name or '}'"],
    ['[1,]', 3, "Unexpected token ']'"],
    ['{"title": "x"} trailing', 15, 'Unexpected non-whitespace character after JSON'],
    ['\ufeff{"title": "x"}', 0, "Unexpected token '\ufeff'"],
  ])('rejects malformed JSON with the position of the error: %j', async (payload, offset, reason) => {
    const { status, body } = await post(payload);
    expect(status).toBe(422);
    expect(body.code).toBe('validation_error');
    expect(body.detail).toHaveLength(1);
    expect(body.detail[0]).toMatchObject({ type: 'json_invalid', msg: 'JSON decode error', input: {} });
    expect(body.detail[0].loc[0]).toBe('body');
    expect(body.detail[0].ctx.error).toContain(reason.split(' ')[0]);
    expect([offset, 0]).toContain(body.detail[0].loc[1]);
  });

  it('rejects malformed JSON before authentication', async () => {
    const answer = await service().call('POST', '/items/', {
      payload: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.body.detail[0].type).toBe('json_invalid');
    const empty = await service().call('POST', '/items/', { json: {} });
    expect(empty.status).toBe(401);
  });

  it.each([
    ['empty', '', 'missing'],
    ['null', 'null', 'missing'],
    ['an array', '[]', 'model_attributes_type'],
    ['a string', '"text"', 'model_attributes_type'],
    ['a number', '7', 'model_attributes_type'],
  ])('rejects a body that is %s instead of an object', async (_name, payload, type) => {
    const { status, body } = await post(payload);
    expect(status).toBe(422);
    expect(body.detail).toEqual([expect.objectContaining({ type, loc: ['body'] })]);
  });

  it('rejects a body in invalid UTF-8 as a bad request', async () => {
    const { status, body } = await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    expect([status, body.code]).toEqual([400, 'bad_request']);
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/octet-stream'])(
    'does not parse a body sent as %s as JSON',
    async (type) => {
      const { status, body } = await post('{"title":"x"}', { 'content-type': type });
      expect(status).toBe(422);
      expect(body.detail).toEqual([
        expect.objectContaining({ type: 'model_attributes_type', loc: ['body'] }),
      ]);
    },
  );

  it('does not parse a gzip-compressed body as JSON', async () => {
    const { status } = await post(gzipSync('{"title":"x"}'), { 'content-encoding': 'gzip' });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it('rejects a body of ten megabytes as too large', async () => {
    const { status, body } = await post(JSON.stringify({ title: 'x'.repeat(10_000_000) }));
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });

  it('validates a body with 90,000 keys like any other, and rejects 100,000 levels', async () => {
    const wide = `{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":0`).join(',')}}`;
    expect((await post(wide)).body.detail[0]).toMatchObject({ type: 'missing', loc: ['body', 'title'] });
    const deep = `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await post(deep)).body.detail[0]).toMatchObject({ type: 'json_invalid' });
  });

  it.each(['__proto__', 'constructor', 'prototype'])(
    'prevents prototype pollution by a body with the key %s',
    async (key) => {
      const { status } = await post(`{"${key}": {"title": "x", "is_superuser": true}}`);
      expect(status).toBe(422);
      expect(({} as { is_superuser?: boolean }).is_superuser).toBeUndefined();
    },
  );
});

describe('multipart forms', () => {
  const send = (payload: string, boundary = '; boundary=edge') =>
    service().call('POST', '/login/access-token', {
      payload,
      headers: { 'content-type': `multipart/form-data${boundary}` },
    });
  const part = (disposition: string, value: string) =>
    `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;

  it.each([
    ['without a boundary', 400, () => send('x', '')],
    [
      'cut off in a field',
      400,
      () => send('--edge\r\nContent-Disposition: form-data; name="username"\r\n\r\nfoo'),
    ],
    ['with a body of another type', 400, () => send('username=a&password=b')],
    ['with a file', 413, () => send(`${part('name="username"; filename="x"', 'a')}--edge--\r\n`)],
    ['with too many fields', 413, () => send(`${part('name="a"', '1').repeat(30)}--edge--\r\n`)],
    [
      'with a field that is too long',
      413,
      () => send(`${part('name="username"', 'x'.repeat(70_000))}--edge--\r\n`),
    ],
  ])('rejects a multipart form %s with %i', async (_name, status, attempt) => {
    expect((await attempt()).status).toBe(status);
  });

  it('rejects a multipart form with a repeated field by the name of the field', async () => {
    const names = `${part('name="username"', 'a@example.com')}${part('name="username"', 'b@example.com')}`;
    const { status, body } = await send(`${names}${part('name="password"', 'x')}--edge--\r\n`);
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'username']]);
  });

  it('rejects a multipart form sent to a JSON route', async () => {
    const answer = await service().call('POST', '/items/', {
      token: member.token,
      payload: `${part('name="title"', 'x')}--edge--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    });
    expect(answer.body.detail[0]).toMatchObject({ type: 'model_attributes_type', loc: ['body'] });
  });
});

describe('error responses', () => {
  const LONGEST = 16 * 1024;
  const MARK = 'hunter2-hunter2';

  it('does not echo a file uploaded under a wrong field name', async () => {
    const { payload, headers } = fileForm(Buffer.alloc(8 * 1024 * 1024 - 1024, 7));
    const misnamed = Buffer.from(payload.toString('latin1').replace('name="file"', 'name="elif"'), 'latin1');
    const { token } = await service().superuser();
    for (const path of ['/media/', '/message-images/']) {
      const { status, body, text } = await service().call('POST', path, {
        token,
        payload: misnamed,
        headers,
      });
      expect([status, body.detail]).toEqual([
        422,
        [{ type: 'missing', loc: ['body', 'file'], msg: 'Field required', input: { elif: null } }],
      ]);
      expect(text.length).toBeLessThan(LONGEST);
    }
  });

  it.each<[name: string, path: string, json: unknown]>([
    ['a long value', '/items/', { title: 'é'.repeat(100_000) }],
    [
      'many values besides a missing field',
      '/items/',
      Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, n])),
    ],
    [
      'many invalid values',
      '/users/bulk',
      { ids: Array.from({ length: 5_000 }, () => 'x'), action: 'activate' },
    ],
    ['control characters', '/items/', { title: { a: '\u0001'.repeat(2_000) } }],
  ])('keeps the error response short for %s', async (_name, path, json) => {
    const { token } = await service().superuser();
    const { status, body, text } = await service().call('POST', path, { token, json });
    expect([path, status, body.detail.length]).toEqual([path, 422, expect.toSatisfy((length) => length > 0)]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LONGEST);
  });

  const routesWithSecrets = OPERATIONS.flatMap((operation) => {
    const { body } = operation.route as { body?: unknown };
    const names = body instanceof z.ZodType ? fieldNamesOf(body) : undefined;
    return names && names.secret.size > 0 ? [[operation.operationId, operation, names] as const] : [];
  });

  it('finds every secret field of the contract', () => {
    const names = new Set(routesWithSecrets.flatMap(([, , { secret }]) => [...secret]));
    expect([...names].toSorted()).toEqual([
      'attempt',
      'client_secret',
      'code',
      'confirm_password',
      'current_password',
      'new_password',
      'password',
      'query',
      'ticket',
      'token',
    ]);
  });

  it.each(routesWithSecrets)(
    'never echoes a password or a token: %s',
    async (_name, operation, { declared, secret }) => {
      const t = service();
      const { method, path } = operation.route;
      const { token } = await t.colleague();
      const { params = {} } = await operation.sample(t, member);
      const url = path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name] ?? '');
      const isForm = 'contentType' in operation.route;
      const send = (json: unknown) =>
        isForm
          ? t.call(method, url, { token, form: json as Record<string, string> })
          : t.call(method, url, { token, json });
      const long = `${MARK}${'\0'.repeat(200)}`;
      const bodies: unknown[] = [
        { passwrod: MARK },
        Object.fromEntries([...secret].map((name) => [name, long])),
        ...(isForm
          ? []
          : [
              MARK,
              [MARK],
              Object.fromEntries(
                [...declared].map((name) => [name, secret.has(name) ? { [name]: [MARK] } : []]),
              ),
            ]),
      ];
      for (const body of bodies) {
        const { status, text } = await send(body);
        expect(text).not.toContain(MARK);
        if (!('passwrod' in Object(body))) expect(status).toBe(422);
      }
      const asText = await t.call(method, url, {
        token,
        payload: MARK,
        headers: { 'content-type': 'text/plain' },
      });
      expect([asText.status, asText.text.includes(MARK)]).toEqual([422, false]);
    },
  );
});

describe('unstorable text', () => {
  const hostile = ['a\0b', '\ud800', '\udfff\ud800'];

  it.each(hostile)('rejects text that cannot be stored, in every field: %j', async (value) => {
    const t = service();
    const { token } = await t.superuser();
    const calls = [
      t.call('POST', '/items/', { token, json: { title: value } }),
      t.call('POST', '/items/', { token, json: { title: 'x', description: value } }),
      t.call('PATCH', '/users/me', { token, json: { full_name: value } }),
      t.call('POST', '/users/signup', { json: { email: `${value}@example.com`, password: 'long enough' } }),
      t.call('POST', '/users/signup', { json: { email: 'a@example.com', password: `long enough${value}` } }),
      t.call('POST', '/reset-password/', { json: { token: value, new_password: 'long enough' } }),
    ];
    for (const answer of await Promise.all(calls)) {
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0].loc[0]).toBe('body');
    }
  });

  it('rejects NUL in paths, queries and forms', async () => {
    const t = service();
    const { token } = await t.superuser();
    expect((await t.call('POST', '/password-recovery/a%00@example.com')).status).toBe(422);
    expect((await t.call('GET', '/users/?search=a%00', { token })).status).toBe(422);
    expect(
      (await t.call('POST', '/login/access-token', { form: { username: 'a\0', password: 'b' } })).status,
    ).toBe(422);
  });
});

describe('paths and methods', () => {
  it.each([
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v2/users/me'],
    ['POST', '/nothing'],
    ['GET', '/api/v1/users/me/more'],
  ])('returns 404 for an unknown path: %s %s', async (method, path) => {
    const { status, body } = await service().call(method, path);
    expect([status, body.detail, body.code]).toEqual([404, 'Not Found', 'not_found']);
  });

  it.each([
    ['PUT', '/users/', 'GET, HEAD, POST'],
    ['POST', '/users/me', 'DELETE, GET, HEAD, PATCH'],
    ['PATCH', '/items/', 'GET, HEAD, POST'],
    ['GET', '/login/access-token', 'POST'],
    ['PROPFIND', '/items/', 'GET, HEAD, POST'],
    ['QUERY', '/items/', 'GET, HEAD, POST'],
    ['QUERY', '/users/me', 'DELETE, GET, HEAD, PATCH'],
  ])('returns 405 with the allowed methods of a path: %s %s', async (method, path, allow) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { method });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ detail: 'Method Not Allowed', code: 'method_not_allowed' });
    expect(response.headers.get('allow')).toBe(allow);
  });

  it.each(METHODS.filter((method) => method !== 'CONNECT'))(
    'rejects an undeclared method of a known path: %s',
    async (method) => {
      for (const type of ['', 'Content-Type: nonsense\r\n']) {
        const path = `/api/v1/app/devices/${randomUUID()}`;
        const answer = await sendRaw((socket) =>
          socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${type}Connection: close\r\n\r\n`),
        );
        const [, status] = answer.split(' ');
        if (['PUT', 'DELETE'].includes(method)) expect(status).not.toBe('405');
        else
          expect([status, /^allow: (.*)\r$/im.exec(answer)?.[1]?.split(', ').toSorted()]).toEqual([
            '405',
            ['DELETE', 'PUT'],
          ]);
      }
    },
  );

  it('serves the same route with and without a trailing slash', async () => {
    const { token } = member;
    expect((await service().call('GET', '/items', { token })).status).toBe(200);
    expect((await service().call('GET', '/users/me/', { token })).status).toBe(200);
  });

  it('rejects a path with a malformed percent-encoding as a bad request', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/items/%ff`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'bad_request' });
  });

  it('accepts an email address of 254 bytes in a path', async () => {
    const email = `${'é'.repeat(32)}@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(55)}.example.com`;
    expect((await service().call('POST', `/password-recovery/${encodeURIComponent(email)}`)).status).toBe(
      200,
    );
  });

  it.each(['skip=1&skip=2', 'limit=1e3', 'limit=99999999999999999999', 'skip=NaN', 'limit=%2B'])(
    'rejects the query ?%s by the name of the parameter',
    async (query) => {
      const { status, body } = await service().call('GET', `/items/?${query}`, { token: member.token });
      expect(status).toBe(422);
      expect(body.detail[0].loc).toEqual(['query', query.split('=')[0]]);
    },
  );

  it('ignores unknown query parameters', async () => {
    const { status } = await service().call('GET', '/items/?foo=1&limit=1', { token: member.token });
    expect(status).toBe(200);
  });
});

describe('raw connections', () => {
  it('returns 431 and closes a connection whose headers are too large', async () => {
    const answer = await sendRaw((socket) =>
      socket.write(`GET /api/v1/items/ HTTP/1.1\r\nHost: x\r\nX-Flood: ${'x'.repeat(20_000)}\r\n\r\n`),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"code":"headers_too_large"');
  });

  it('returns 400 and closes a connection that does not speak HTTP', async () => {
    const answer = await sendRaw((socket) => socket.write('NONSENSE\r\n\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"bad_request"');
  });

  it('rejects an unknown HTTP method as a bad request', async () => {
    const answer = await sendRaw((socket) => socket.write('FROBNICATE / HTTP/1.1\r\nHost: x\r\n\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('times out a request whose headers never end and serves other requests while it waits', async () => {
    const slow = sendRaw((socket) => socket.write('GET /api/v1/items/ HTTP/1.1\r\nHost: x\r\n'));
    expect((await service().call('GET', '/utils/health-check/')).body).toBe(true);
    expect(await slow).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
  });

  it('times out a request whose body never ends', async () => {
    const answer = await sendRaw((socket) =>
      socket.write(
        `POST /api/v1/items/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${member.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"title":`,
      ),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});
