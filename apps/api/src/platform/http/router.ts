import type { AppRouter } from '@ts-rest/core';
import { initServer, RequestValidationError } from '@ts-rest/fastify';
import type { FastifyInstance } from 'fastify';

export { RequestValidationError };

const server: ReturnType<typeof initServer> = initServer();

/** Implements the routes of one part of the contract; the compiler checks that none is missing. */
export const router = server.router;

export type Implementation<Part extends AppRouter> = ReturnType<typeof router<Part>>;

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
