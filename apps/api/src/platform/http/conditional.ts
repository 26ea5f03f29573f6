import { hash } from 'node:crypto';
import etag from '@fastify/etag';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';

const hashFn = (text: string | Buffer): string => hash('sha1', text, 'base64');

/** Returns the weak `ETag` of a text, the same for every content encoding. */
export const tagOf = (text: string): string => `W/"${hashFn(text)}"`;

/**
 * True if the client already has this response, by its `ETag` (RFC 9110, 13.1.2). Nothing else counts: `fetch` adds
 * `Cache-Control: no-cache`, which is meant for intermediate caches, to each request with an `If-None-Match`.
 */
export function isKnown({ method, headers }: FastifyRequest, reply: FastifyReply): boolean {
  const etag = reply.getHeader('etag');
  const known = { 'if-none-match': headers['if-none-match'] };
  return method === 'GET' && reply.statusCode === 200 && typeof etag === 'string' && fresh(known, { etag });
}

/** Adds a missing `ETag` to every response of a scope, and returns 304 if the client has that response. */
export async function enableConditionalResponses(scope: FastifyInstance): Promise<void> {
  await scope.register(etag, { hashFn, weak: true, replyWith304: false });
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (!isKnown(request, reply)) return done(null, payload);
    void reply.code(304);
    done(null, '');
  });
}
