import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { networkOf } from './limiter.ts';
import { accessOf, bodyLimitOf, takesFile } from './tsrest-route.ts';

/** Maximum bytes of a body that is read before its sender is known. */
const UNKNOWN_SENDER_MAX = 64 * 1024;

/** Maximum total bytes of the pending request bodies of one network. */
const PENDING_BYTES_MAX = 8 * 1024 * 1024;

/** Seconds after which a request above that limit may be retried. */
const RETRY_AFTER = '2';

/** Returns the bytes of a body as announced; infinity if it comes in chunks without a total. */
const announcedBytes = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;

/** True if a body may be read before its sender is known. */
export const isSmall = (request: FastifyRequest): boolean => announcedBytes(request) <= UNKNOWN_SENDER_MAX;

/**
 * Limits the bodies of all routes except uploads of files, which have their own limits: each by its route or
 * the server's limit, and the total per network, because senders can leave them unfinished for as long as a request
 * may take.
 */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const limit = bodyLimitOf(route) ?? (accessOf(route) === 'public' ? UNKNOWN_SENDER_MAX : undefined);
    if (limit !== undefined) route.bodyLimit = limit;
  });
  const pendingBytes = new Map<string, number>();
  app.addHook('preParsing', async (request, reply) => {
    const bytes = announcedBytes(request);
    if (bytes === 0 || takesFile(request.routeOptions)) return;
    const limit = request.routeOptions.bodyLimit;
    if (bytes > limit && bytes < Infinity) throw new AppError('payload_too_large', { connection: 'close' });
    const reserved = Math.min(bytes, limit);
    const network = networkOf(request.ip);
    const reserve = (more: number) => {
      const total = (pendingBytes.get(network) ?? 0) + more;
      if (total > PENDING_BYTES_MAX)
        throw new AppError('service_unavailable', { 'retry-after': RETRY_AFTER });
      if (total === 0) pendingBytes.delete(network);
      else pendingBytes.set(network, total);
    };
    reserve(reserved);
    reply.raw.once('close', () => reserve(-reserved));
  });
}
