import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { AppError } from '../errors.ts';

/** Tells an unknown path (404) from a known one with a wrong method (405 with Allow). */
export function handleUnknownRoutes(app: FastifyInstance): void {
  const known = findMyWay({ ignoreTrailingSlash: true });
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat())
      if (!known.hasRoute(name as HTTPMethod, url)) known.on(name as HTTPMethod, url, () => {});
  });
  const refuse = async (request: FastifyRequest) => {
    const [path = '/'] = request.url.split('?');
    const allowed = METHODS.filter((method) => isMethodKnown(known, method, path));
    if (allowed.length === 0) throw new AppError('not_found');
    throw new AppError('method_not_allowed', { allow: allowed.join(', ') });
  };
  app.setNotFoundHandler(refuse);
  // Runs before the body is validated.
  app.addHook('onRequest', async (request) => {
    if (request.is404 || isNoPreflight(request)) await refuse(request);
  });
}

const isNoPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers.origin === undefined;

/** The preflight route `*` and the web application's files match any path, and are ignored. */
function isMethodKnown(known: ReturnType<typeof findMyWay>, method: string, path: string): boolean {
  const found = known.find(method as HTTPMethod, path);
  return found !== null && !('*' in found.params);
}
