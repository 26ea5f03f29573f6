import type { FastifyServerOptions } from 'fastify';
import { loggable } from './db/errors.ts';

/** JSON lines on standard output, with nothing in them that is secret. */
export const loggerOptions = (level: string): FastifyServerOptions['logger'] => ({
  level,
  serializers: { err: loggable },
});
