import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Ends the stream of a response to HEAD. Fastify would read it to its end: it would log an export that was not sent, and
 * never finish an event stream.
 */
export function endHeadStreams(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method === 'HEAD' && payload instanceof Readable) payload.destroy();
    done(null, payload);
  });
}
