import type { FastifyLoggerOptions } from 'fastify';
import { type DestinationStream, destination } from 'pino';
import { loggable } from '../db/errors.ts';

/** `busboyOptions`: what reads uploads tells, at `trace`, of all headers of a request. */
const SERIALIZERS = { err: loggable, busboyOptions: () => undefined };

/** JSON lines on standard output, with nothing in them that is secret. */
export const loggerOptions = (level: string): FastifyLoggerOptions => ({
  level,
  serializers: SERIALIZERS,
});

/** Bytes of lines that are written together, and milliseconds that a line waits for others at most. */
const BATCH = 16_000;
const LONGEST_WAIT = 500;

/**
 * Standard output, written beside the requests and not in them: a line costs no request a system call. What is
 * still to be written when the process exits, be it by an error, is written then.
 */
export const standardOutput = (): DestinationStream =>
  destination({ dest: 1, sync: false, minLength: BATCH, periodicFlush: LONGEST_WAIT });
