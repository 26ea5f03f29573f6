import type { FastifyLoggerOptions } from 'fastify';
import { type DestinationStream, destination } from 'pino';
import { loggable } from '../db/errors.ts';

/** `busboyOptions`: at `trace` level the upload parser would log all headers of a request. */
const SERIALIZERS = { err: loggable, busboyOptions: () => undefined };

/** JSON lines on standard output, without secrets. */
export const loggerOptions = (level: string): FastifyLoggerOptions => ({
  level,
  serializers: SERIALIZERS,
});

/** Bytes of a batch of lines, and maximum delay of a line in milliseconds. */
const BATCH = 16_000;
const LONGEST_WAIT = 500;

/**
 * Standard output, written asynchronously: a log line costs no request a system call. The remaining lines are
 * flushed when the process exits, also by an error.
 */
export const standardOutput = (): DestinationStream =>
  destination({ dest: 1, sync: false, minLength: BATCH, periodicFlush: LONGEST_WAIT });
