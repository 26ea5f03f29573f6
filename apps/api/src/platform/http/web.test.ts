import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webRoutes } from './web.ts';

const PAGE = '<!doctype html><html lang="fr"><meta name="style-nonce" content=""><title>Agora</title></html>';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const IMAGE = 'image/avif,image/webp,image/*,*/*;q=0.8';

let root: string;
let app: FastifyInstance;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'agora-web-'));
  await mkdir(`${root}/assets`);
  await writeFile(`${root}/index.html`, PAGE);
  await writeFile(`${root}/robots.txt`, 'User-agent: *');
  app = fastify();
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ code: 'not_found' }));
  app.get('/api/v1/there', () => ({ is: 'there' }));
  await app.register(webRoutes, {
    root,
    projectName: 'Agora',
    defaultLocale: 'fr',
    signInProvider: 'Us & Co',
  });
});

afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

const ask = (method: 'GET' | 'HEAD', url: string, accept?: string) =>
  app.inject({ method, url, headers: accept === undefined ? {} : { accept } });

describe.each(['GET', 'HEAD'] as const)('%s of the web application', (method) => {
  it.each([undefined, '*/*', 'text/*', 'text/html', BROWSER, 'application/json, */*;q=0.1'])(
    'returns a page as HTML for `Accept: %s`',
    async (accept) => {
      for (const path of ['/', '/dashboard', `/members/${'0'.repeat(8)}`, '/no/such/page', '/apiary']) {
        const { statusCode, headers, body } = await ask(method, path, accept);
        expect([path, statusCode, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
        expect(body.includes('<title>Agora</title>')).toBe(method === 'GET');
      }
    },
  );

  it.each(['application/json', 'image/png', 'text/plain'])(
    'returns no page for `Accept: %s`',
    async (accept) => {
      const { statusCode, headers } = await ask(method, '/dashboard', accept);
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    },
  );

  it.each(['/api', '/api/v1/nothing', '//api/v1/there', '/API/v1/there', '/assets/gone.js', '/assets'])(
    'returns JSON for %s, which is not a page, for every `Accept`',
    async (path) => {
      for (const accept of [undefined, '*/*', 'text/html', BROWSER]) {
        const { statusCode, headers } = await ask(method, path, accept);
        expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
      }
    },
  );

  it.each(['/gone.png', '/old/worker.js', '/.well-known/security.txt', '/.git/config', '/.env'])(
    'returns no page in place of the missing file %s, except to a browser that requests a page',
    async (path) => {
      for (const accept of [undefined, '*/*', IMAGE])
        expect((await ask(method, path, accept)).statusCode, accept).toBe(404);
      expect((await ask(method, path, BROWSER)).statusCode).toBe(200);
    },
  );

  it('does not replace files and API responses', async () => {
    expect((await ask(method, '/robots.txt')).headers['content-type']).toMatch(/^text\/plain/);
    expect((await ask(method, '/api/v1/there')).headers['content-type']).toMatch(/json/);
  });
});
