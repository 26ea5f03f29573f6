import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Ends the stream of a response to HEAD. Fastify would read it to its end: log an export that nobody got, and never
 * finish a stream of events.
 */
export function endStreamsOfHeads(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method === 'HEAD' && payload instanceof Readable) payload.destroy();
    done(null, payload);
  });
}
