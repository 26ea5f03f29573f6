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

/** Refuses one field of a body for what the contract can't know, in the way that its schemas refuse. */
export const fieldProblem = (field: string, { message, ...params }: FieldProblem): RequestValidationError =>
  new RequestValidationError(
    null,
    null,
    null,
    new z.ZodError([{ code: 'custom', path: [field], input: undefined, message, params }]),
  );

interface Call {
  appRoute: AppRoute;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handler = (call: Call) => Promise<{ status: number; body?: unknown }>;

/**
 * The handler of a route, whose answers are held against the contract: a field that it does not declare never
 * leaves the server, and an answer that does not fit is our fault (500). What need not be sent is not looked at.
 */
const checked =
  (handle: Handler): Handler =>
  async (call) => {
    const response = await handle(call);
    if (isKnown(call.request, call.reply)) return { status: 304, body: undefined };
    return validateResponse({ appRoute: call.appRoute, response });
  };

/** Mounts implemented routes. */
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
