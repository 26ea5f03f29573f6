import { fieldNamesOf } from '@agora/contract/shared/secrets';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance, onSendHookHandler } from 'fastify';
import { z } from 'zod';
import { answerOf } from './tsrest-route.ts';

/** Bytes above which it is worth it, and the ways to do it, the preferred first. */
export const COMPRESSION: FastifyCompressOptions = { threshold: 1024, encodings: ['br', 'zstd', 'gzip'] };

/** Also of answers that are sent as they are: a cache must not give them to others as theirs. */
const varyByEncoding: onSendHookHandler = (_request, reply, payload, done) => {
  const vary = [reply.getHeader('vary') ?? []].flat();
  void reply.header('vary', [...vary, 'accept-encoding'].join(', '));
  done(null, payload);
};

/**
 * Compresses JSON answers of the contract, but for those with secret fields (docs/decisions/0001-compression.md).
 * Streams, files and pictures are left as they are.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    const answer = answerOf(route);
    if (!(answer instanceof z.ZodType) || fieldNamesOf(answer).secret.size > 0) return;
    route.compress = COMPRESSION;
    route.onSend = [varyByEncoding];
  });
  await app.register(compress, { ...COMPRESSION, global: false });
}
