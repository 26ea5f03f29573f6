import { isUtf8 } from 'node:buffer';
import { FORM_TYPES } from '@agora/contract/shared/define';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { createKeyedWorkQueue } from '../work-queue.ts';
import { findCaller } from './guard.ts';
import { JsonError } from './json-error.ts';
import { nestingProblem } from './json-nesting.ts';
import { bodyLimitOf, takesFile, takesForm, takesJson } from './tsrest-route.ts';

const isForm = (request: FastifyRequest) =>
  FORM_TYPES.some((type) => request.headers['content-type']?.toLowerCase().startsWith(type));

/** Limits of a form: no files, number of fields, bytes per field. */
const MULTIPART_LIMITS = { files: 0, fields: 20, fieldSize: 3 * 1024 };

/**
 * Registers the body parsers: forms where a route accepts forms, JSON elsewhere. Anything else stays text,
 * which then fails validation as "not an object". Routes without a body ignore it.
 */
export async function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  await app.register(formbody);
  await app.register(multipart, { limits: MULTIPART_LIMITS });
  app.addContentTypeParser(
    /^application\/(?:[^;]+\+)?json\b/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => parseJson(request, body),
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    request.headers['content-type'] ? decode(body) : parseJson(request, body),
  );
  app.addHook('preValidation', async (request) => {
    if (takesFile(request.routeOptions)) return;
    if (!takesForm(request)) request.body = isForm(request) ? '' : request.body;
    else if (request.isMultipart()) request.body = await multipartFields(request);
    else if (!isForm(request)) request.body = {};
  });
}

/** Limits of a form with a file. */
const FILE_LIMITS = { files: 1, parts: 5, fieldSize: 1024, headerPairs: 20 };

/** Maximum wait for the previous file of the same sender, in milliseconds, and queue length. */
const TIMEOUT_MS = 20_000;
const WAITING = 9;

/** Seconds after which a rejected upload may be retried. */
const RETRY_AFTER = '2';

/**
 * Reads files from their form field in chunks, up to `fileSize` bytes or the route's own limit, after the
 * guard of the scope has accepted the sender. Each account has one file at a time in memory: the next one is
 * not read before the response to the first.
 */
export function readFiles(app: FastifyInstance, fileSize: number) {
  const queueWork = createKeyedWorkQueue({
    slots: 1,
    timeoutMs: TIMEOUT_MS,
    waiting: WAITING,
    refusal: () => new AppError('upload_in_progress', { 'retry-after': RETRY_AFTER }),
  });
  const turns = new WeakMap<FastifyRequest, () => void>();

  const waitForTurn = (request: FastifyRequest, id: string) =>
    new Promise<void>((begin, refuse) => {
      const answered = () =>
        new Promise<void>((end) => {
          turns.set(request, end);
          begin();
        });
      queueWork(id, answered).catch(refuse);
    });

  app.addHook('onRoute', (route) => {
    if (!takesFile(route)) return;
    const limit = bodyLimitOf(route) ?? fileSize;
    route.preValidation = async (request: FastifyRequest) => {
      const sender = findCaller(request);
      if (sender) await waitForTurn(request, sender.id);
      // A connection that is already closed never emits its end.
      if (request.raw.destroyed) throw new AppError('bad_request');
      request.body = request.isMultipart() ? await multipartFile(request, limit) : {};
    };
  });
  app.addHook('onSend', async (request) => turns.get(request)?.());
}

async function multipartFile(request: FastifyRequest, fileSize: number): Promise<Record<string, unknown>> {
  try {
    const fields: Record<string, unknown> = {};
    for await (const part of request.parts({ limits: { ...FILE_LIMITS, fileSize } }))
      fields[part.fieldname] = part.type === 'file' ? await part.toBuffer() : part.value;
    return fields;
  } catch (error) {
    const isKnown = (error as { statusCode?: number }).statusCode !== undefined;
    throw isKnown ? error : new AppError('bad_request');
  }
}

/**
 * Parses the fields of a multipart body; a repeated name keeps both values. A truncated body or one without a
 * boundary is a bad request.
 */
async function multipartFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown[]>();
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'field') continue;
      if (part.valueTruncated) throw new AppError('payload_too_large');
      fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), part.value]);
    }
  } catch (error) {
    const isKnown = error instanceof AppError || (error as { statusCode?: number }).statusCode !== undefined;
    throw isKnown ? error : new AppError('bad_request');
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  );
}

function decode(body: Buffer): string {
  if (!isUtf8(body)) throw new AppError('bad_request');
  return body.toString();
}

function parseJson(request: FastifyRequest, body: Buffer): unknown {
  if (!takesJson(request)) return undefined;
  const text = decode(body);
  if (text.trim() === '') return undefined;
  const problem = nestingProblem(text);
  if (problem) throw new JsonError(text, problem);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonError(text, error);
  }
}
