import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../src/platform/http/server.ts';
import { webRoutes } from '../../src/platform/http/web.ts';
import { useService } from '../harness.ts';
import { send } from '../requests.ts';
import { OPERATIONS } from '../samples.ts';
import { listen, type RawAnswer, readHead, sendRaw } from './sockets.ts';

const service = useService();

const CSP =
  "default-src 'none'; script-src 'self'; " +
  "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='; " +
  "img-src 'self' blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; " +
  "require-trusted-types-for 'script'; trusted-types default";

/** Headers that every response must have, from any layer. */
function expectProtected(name: string, { headers }: Pick<RawAnswer, 'headers'>) {
  const { 'strict-transport-security': hsts = '', 'content-type': type = 'charset=utf-8' } = headers;
  expect([name, headers['x-content-type-options']]).toEqual([name, 'nosniff']);
  expect([name, headers['referrer-policy']]).toEqual([name, 'no-referrer']);
  expect([name, headers['cross-origin-resource-policy']]).toEqual([name, 'same-origin']);
  expect(hsts, name).toMatch(/^max-age=(\d+); includeSubDomains$/);
  expect(Number(/\d+/.exec(hsts)?.[0]), name).toBeGreaterThanOrEqual(31_536_000);
  if (/^(text|application\/json)/.test(type)) expect(type, name).toMatch(/charset=utf-8$/i);
  expect(headers, name).not.toHaveProperty('server');
  expect(headers, name).not.toHaveProperty('x-powered-by');
  if (headers['content-type'] && !type.startsWith('application/json')) expectProtectedPage(name, { headers });
  else for (const header of PAGE_HEADERS) expect(headers, name).not.toHaveProperty(header);
}

/** Headers of documents, without use for JSON and empty responses. */
const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'origin-agent-cluster',
  'x-frame-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Checks the headers of a page. */
function expectProtectedPage(name: string, { headers }: Pick<RawAnswer, 'headers'>) {
  for (const header of PAGE_HEADERS) expect(headers, name).toHaveProperty(header);
  expect([name, headers['cross-origin-opener-policy']]).toEqual([name, 'same-origin']);
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
    expect(headers['permissions-policy'], name).toContain(`${feature}=()`);
  expect(headers['content-security-policy'], name).toMatch(
    /default-src 'none'.*frame-ancestors '(none|self)'/,
  );
}

/** Cache-Control of app routes: private, for minutes or with revalidation. All others are `no-store`. */
const PRIVATE_CACHE = /^private, (no-cache|max-age=\d{1,3})$/;

const expectPrivate = (name: string, { headers }: Pick<RawAnswer, 'headers'>) => {
  const cacheControl = String(headers['cache-control']);
  expect([
    name,
    name.startsWith('app-') && PRIVATE_CACHE.test(cacheControl) ? 'no-store' : cacheControl,
  ]).toEqual([name, 'no-store']);
};

type Headers = RawAnswer['headers'];

describe('headers of API responses', () => {
  it.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
    'sends security headers with responses of %s, with and without a session',
    async (name, operation) => {
      const caller = await service().colleague();
      const sample = await operation.sample(service(), caller);
      for (const token of [undefined, caller.token]) {
        const headers = (await send(service(), operation, sample, token)).headers as Headers;
        expectProtected(name, { headers });
        expectPrivate(name, { headers });
      }
    },
  );

  it.each([
    ['GET', '/nothing.txt', 404],
    ['GET', '/api/v1/nothing', 404],
    ['GET', '/api/v1/items/%ff', 400],
    ['PUT', '/api/v1/items/', 405],
    ['OPTIONS', '/api/v1/items/', 405],
    ['GET', `/api/v1/items/?search=${'x'.repeat(9_000)}`, 414],
    ['POST', '/api/v1/login/access-token', 422],
    ['GET', '/api/v1/openapi.json', 200],
    ['GET', '/health/live', 200],
    ['GET', '/health/ready', 503],
    ['GET', '/docs/', 200],
    ['GET', '/docs/static/index.css', 200],
    ['GET', '/mailbox', 200],
    ['GET', '/pushes', 200],
    ['GET', `/mailbox/${crypto.randomUUID()}`, 404],
  ])('sends security headers with the response to %s %s', async (method, url, status) => {
    const response = await service().app.inject({ method: method as 'GET', url });
    expect(response.statusCode).toBe(status);
    const headers = response.headers as Headers;
    expectProtected(url, { headers });
    if (url.startsWith('/api/')) expectPrivate(url, { headers });
  });

  it.each([
    '/%61pi/v1/items/',
    '/api/%761/items',
    '/%61%70%69/v1/utils/health-check/',
    '/%61pi/v1/nothing',
    '/%61pi',
  ])('forbids caching for every spelling of an API path: %s', async (url) => {
    const { token } = await service().member();
    for (const headers of [{ authorization: `Bearer ${token}` }, { accept: 'text/html' }]) {
      const answer = await service().app.inject({ url, headers });
      expect(answer.headers['content-type']).toContain('application/json');
      expectPrivate(url, { headers: answer.headers as Headers });
    }
  });

  it('sends security headers with 413 and 500 responses', async () => {
    const t = service();
    const { token } = await t.member();
    const large = await t.call('POST', '/items/', { token, json: { title: 'x'.repeat(2_000_000) } });
    await t.db.execute(sql`alter table items add constraint fault check (title <> 'fault')`);
    const fault = await t.call('POST', '/items/', { token, json: { title: 'fault' } });
    expect([large.status, fault.status]).toEqual([413, 500]);
    for (const { status, headers } of [large, fault]) {
      expectProtected(`${status}`, { headers: headers as Headers });
      expectPrivate(`${status}`, { headers: headers as Headers });
    }
  });

  it('sends security headers with responses to malformed HTTP', async () => {
    const port = await listen(service());
    const answers = {
      400: 'NONSENSE\r\n\r\n',
      431: `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    };
    for (const [status, bytes] of Object.entries(answers)) {
      const answer = readHead(await sendRaw(port, bytes));
      expect(answer.status).toBe(Number(status));
      expectProtected(status, answer);
      expectPrivate(status, answer);
    }
  });
});

describe('headers of the web application', () => {
  let root: string;
  let app: Awaited<ReturnType<typeof createServer>>;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'agora-web-'));
    await mkdir(join(root, 'assets'));
    await writeFile(join(root, 'index.html'), '<!doctype html><html lang="fr"><title>Agora</title></html>');
    await writeFile(join(root, 'assets/main-1.js'), 'export {};');
    await writeFile(join(root, 'assets/main-1.css'), 'a {}');
    await writeFile(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    app = await createServer(service().config, false);
    await app.register(webRoutes, { root, projectName: 'Agora', defaultLocale: 'fr', signInProvider: '' });
  });
  afterAll(async () => {
    await app.close();
    await rm(root, { recursive: true });
  });

  it.each([
    ['/', 200],
    ['/members?search=x', 200],
    ['/assets/main-1.js', 200],
    ['/assets/main-1.css', 200],
    ['/favicon.svg', 200],
    ['/assets/main-1.js.map', 404],
    ['/%61pi/v1/nothing', 404],
    ['/%61ssets/nothing', 404],
    ['/assets/..%2findex.html', 404],
    ['/index.html.bak', 404],
  ])('sends security headers with %s (%i)', async (url, status) => {
    const isPage = !url.includes('.');
    const response = await app.inject({ url, headers: { accept: isPage ? 'text/html' : '*/*' } });
    expect(response.statusCode).toBe(status);
    const headers = response.headers as Headers;
    expectProtected(url, { headers });
    const policy = headers['content-security-policy']?.replaceAll(/;\s*/g, '; ');
    const nonce = / 'nonce-([\w+/]{22}==)'/.exec(policy ?? '');
    expect(nonce !== null, 'a nonce for styles').toBe(isPage && status === 200);
    if (status === 200) expect(policy?.replace(nonce?.[0] ?? '', '')).toBe(CSP);
    if (isPage) expectPrivate(url, { headers });
  });
});
