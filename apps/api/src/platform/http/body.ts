import { isUtf8 } from 'node:buffer';
import { FORM_TYPES } from '@agora/contract/shared/define';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { JsonError } from './json-error.ts';
import { takesForm, takesJson } from './tsrest-route.ts';

const isForm = (request: FastifyRequest) =>
  FORM_TYPES.some((type) => request.headers['content-type']?.toLowerCase().startsWith(type));

/**
 * How bodies are read: forms where a route takes forms, JSON elsewhere. Anything else stays text, which then
 * fails validation as "not an object". Routes without a body never look at one.
 */
export async function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  await app.register(formbody);
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { files: 0, fields: 20, fieldSize: 64 * 1024 },
  });
  app.addContentTypeParser(
    /^application\/(?:[^;]+\+)?json\b/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => parseJson(request, body),
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    request.headers['content-type'] ? decode(body) : parseJson(request, body),
  );
  app.addHook('preValidation', async (request) => {
    if (takesForm(request)) request.body = isForm(request) ? request.body : {};
    else if (isForm(request)) request.body = '';
  });
}

function decode(body: Buffer): string {
  if (!isUtf8(body)) throw new AppError('bad_request');
  return body.toString();
}

function parseJson(request: FastifyRequest, body: Buffer): unknown {
  if (!takesJson(request)) return undefined;
  const text = decode(body);
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonError(text, error);
  }
}
