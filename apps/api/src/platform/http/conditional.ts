import { hash } from 'node:crypto';
import etag from '@fastify/etag';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';

const hashFn = (text: string | Buffer): string => hash('sha1', text, 'base64');

/** The `ETag` of a text, a weak one: it is the same whatever the answer is compressed by. */
export const tagOf = (text: string): string => `W/"${hashFn(text)}"`;

/** Whether whoever asks has this answer already: by its `ETag`, once it has one (RFC 9110, 13.1.2). */
export function isKnown({ method, headers }: FastifyRequest, reply: FastifyReply): boolean {
  const etag = reply.getHeader('etag');
  return method === 'GET' && reply.statusCode === 200 && typeof etag === 'string' && fresh(headers, { etag });
}

/** Gives every answer of a scope an `ETag` that has none, and answers 304 to those who have the answer already. */
export async function answerConditionally(scope: FastifyInstance): Promise<void> {
  await scope.register(etag, { hashFn, weak: true, replyWith304: false });
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (!isKnown(request, reply)) return done(null, payload);
    void reply.code(304);
    done(null, '');
  });
}
