import { type AppRoute, type AppRouter, validateResponse } from '@ts-rest/core';
import { initServer, RequestValidationError } from '@ts-rest/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isKnown } from './conditional.ts';

export { RequestValidationError };

const server: ReturnType<typeof initServer> = initServer();

/** Implements the routes of one part of the contract; the compiler checks that none is missing. */
export const router = server.router;

export type Implementation<Part extends AppRouter> = ReturnType<typeof router<Part>>;

interface FieldProblem {
  type: string;
  message: string;
  ctx?: Record<string, unknown>;
}

/** Rejects a field of a request for a reason outside the contract, in the format of its schemas. */
export const fieldProblem = (
  field: string,
  { message, ...params }: FieldProblem,
  source: 'headers' | 'query' | 'body' = 'body',
): RequestValidationError => {
  const error = new z.ZodError([{ code: 'custom', path: [field], input: undefined, message, params }]);
  return new RequestValidationError(
    null,
    source === 'headers' ? error : null,
    source === 'query' ? error : null,
    source === 'body' ? error : null,
  );
};

/** The same rejection of a field of the body, which is nested in another one. */
export const nestedProblem = (field: string, { body }: RequestValidationError): RequestValidationError => {
  const issues = body?.issues.map((issue) => ({ ...issue, path: [field, ...(issue.path ?? [])] })) ?? [];
  return new RequestValidationError(null, null, null, new z.ZodError(issues as z.core.$ZodIssue[]));
};

interface Call {
  appRoute: AppRoute;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handler = (call: Call) => Promise<{ status: number; body?: unknown }>;

/**
 * Validates the responses of a handler against the contract: undeclared fields never leave the server, and an
 * invalid response is an internal error (500). A response that becomes a 304 is not validated.
 */
const checked =
  (handle: Handler): Handler =>
  async (call) => {
    const response = await handle(call);
    if (isKnown(call.request, call.reply)) return { status: 304, body: undefined };
    return validateResponse({ appRoute: call.appRoute, response });
  };

/** Registers implemented routes. */
export async function mount(app: FastifyInstance, implementation: object): Promise<void> {
  const handlers = Object.entries(implementation).map(([name, handle]) => [name, checked(handle)]);
  const routes = { ...implementation, ...Object.fromEntries(handlers) } as Implementation<AppRouter>;
  await app.register(server.plugin(routes), {
    logInitialization: false,
    jsonQuery: false,
    responseValidation: false,
    requestValidationErrorHandler: (error) => {
      throw error;
    },
  });
}
