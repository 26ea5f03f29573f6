import type { FastifyLoggerOptions } from 'fastify';
import { loggable } from './db/errors.ts';

/** JSON lines on standard output, with nothing in them that is secret. */
export const loggerOptions = (level: string): FastifyLoggerOptions => ({
  level,
  serializers: { err: loggable },
});
