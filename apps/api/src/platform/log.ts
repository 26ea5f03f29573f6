import type { FastifyLoggerOptions } from 'fastify';
import { type DestinationStream, destination } from 'pino';
import { loggable } from './db/errors.ts';

/** JSON lines on standard output, with nothing in them that is secret. */
export const loggerOptions = (level: string): FastifyLoggerOptions => ({
  level,
  serializers: { err: loggable },
});

/**
 * Standard output, written beside the requests and not in them: a line costs no request a system call. What is
 * still to be written when the process exits, be it by an error, is written then.
 */
export const standardOutput = (): DestinationStream => destination({ dest: 1, sync: false });
