import type { AppRouter } from '@ts-rest/core';
import { initServer, RequestValidationError } from '@ts-rest/fastify';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

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

/**
 * Mounts implemented routes. Answers are held against the contract too: a field that it does not declare
 * never leaves the server, and an answer that does not fit is our fault (500).
 */
export async function mount(app: FastifyInstance, implementation: object): Promise<void> {
  await app.register(server.plugin(implementation as Implementation<AppRouter>), {
    logInitialization: false,
    jsonQuery: false,
    responseValidation: true,
    requestValidationErrorHandler: (error) => {
      throw error;
    },
  });
}
