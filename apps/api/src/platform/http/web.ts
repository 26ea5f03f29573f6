import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the built web application: hashed assets for ever, its page never from a cache, and its page for
 * every path that a browser asks for as a page.
 */
export async function webRoutes(app: FastifyInstance, { root }: { root: string }) {
  if (!existsSync(root)) return;
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  app.get('/*', async (request, reply) => {
    const isPage = request.headers.accept?.includes('text/html') && !/^\/(api|assets)\//.test(request.url);
    if (!isPage) return reply.callNotFound();
    return reply.sendFile('index.html');
  });
}
