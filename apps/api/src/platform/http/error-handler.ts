import { ERRORS, type ErrorCode } from '@agora/contract/registry';
import { type ValidationError } from '@agora/contract/shared/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../db/errors.ts';
import { AppError } from '../errors.ts';
import { faults } from '../measures.ts';
import { JsonError } from './json-error.ts';
import { nameOf } from './route-name.ts';
import { RequestValidationError } from './router.ts';
import { validationEntries, withinLimit } from './validation.ts';

/** Seconds after which a call may be retried when the database is unavailable. */
const RETRY_AFTER = '2';

/** Maps any error to the API's error response. Internal errors are logged, never shown. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const request_id = request.id;
  const entries = problemsOf(error, request);
  if (entries)
    return reply.status(422).send({ detail: withinLimit(entries), code: 'validation_error', request_id });

  const known = error instanceof AppError ? error : toAppError(error);
  if (known.status >= 500) {
    request.log.error({ err: error }, 'request failed');
    faults.publish({ error, where: nameOf(request), tags: { request_id } });
  }
  return asJson(reply)
    .status(known.status)
    .headers(known.headers)
    .send({ detail: known.message, code: known.code, request_id, ...known.details });
}

function problemsOf(error: unknown, request: FastifyRequest): ValidationError[] | undefined {
  if (error instanceof RequestValidationError) return validationEntries(error, request);
  return error instanceof JsonError ? [error.entry] : undefined;
}

/** Removes the headers of the original response: a download or serializer can fail before the first byte. */
const asJson = (reply: FastifyReply) =>
  reply
    .removeHeader('content-disposition')
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body));

function toAppError(error: unknown): AppError {
  if (isDatabaseUnavailable(error))
    return new AppError('service_unavailable', { 'retry-after': RETRY_AFTER });
  const status = (error as Partial<FastifyError>).statusCode ?? 500;
  return new AppError(status < 500 ? codeFor(status) : 'internal_error');
}

const codeFor = (status: number): ErrorCode =>
  (Object.keys(ERRORS) as ErrorCode[]).find((code) => ERRORS[code][0] === status && GENERIC.has(code)) ??
  'bad_request';

/** Codes without more meaning than their status. */
const GENERIC = new Set<ErrorCode>([
  'bad_request',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'payload_too_large',
  'too_many_requests',
  'headers_too_large',
]);
