import { fieldNamesOf } from '@agora/contract/shared/field-names';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance, onSendHookHandler } from 'fastify';
import { z } from 'zod';
import { answerOf } from './tsrest-route.ts';

/** Minimum size in bytes, and encodings in order of preference. */
export const COMPRESSION: FastifyCompressOptions = { threshold: 1024, encodings: ['br', 'zstd', 'gzip'] };

/** Also for uncompressed responses: a cache must not serve them to clients with other encodings. */
const varyByEncoding: onSendHookHandler = (_request, reply, payload, done) => {
  const vary = [reply.getHeader('vary') ?? []].flat();
  void reply.header('vary', [...vary, 'accept-encoding'].join(', '));
  done(null, payload);
};

/**
 * Compresses JSON responses of the contract, except those with secret fields
 * (docs/decisions/0001-compression.md). Streams, files and pictures stay unchanged.
 */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    const answer = answerOf(route);
    if (!(answer instanceof z.ZodType) || fieldNamesOf(answer).secret.size > 0) return;
    route.compress = COMPRESSION;
    route.onSend = [varyByEncoding];
  });
  await app.register(compress, { ...COMPRESSION, global: false });
}
