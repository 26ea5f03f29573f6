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

/** Bytes of lines that are kept while they can't be written, as on a full disk; later ones are dropped. */
const KEPT = 1_000_000;

/**
 * Standard output, written asynchronously: a log line costs no request a system call. The remaining lines are
 * flushed when the process exits, also by an error. Output that can't be written is tried again with the next lines,
 * and reported once on standard error: nobody would see why the process ended.
 */
export function standardOutput(): DestinationStream {
  const output = destination({
    dest: 1,
    sync: false,
    minLength: BATCH,
    periodicFlush: LONGEST_WAIT,
    maxLength: KEPT,
  });
  let isReported = false;
  output.on('error', ({ message }: Error) => {
    if (!isReported) process.stderr.write(`The log can't be written (${message}): make room for it.\n`);
    isReported = true;
  });
  output.on('drain', () => {
    isReported = false;
  });
  // Its last flush would try forever.
  process.prependListener('exit', () => {
    if (isReported) output.destroy();
  });
  return output;
}
