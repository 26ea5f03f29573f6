import { createStackParser, createTransport } from '@sentry/core';
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server';
import { Allowance } from '../allowance.ts';
import { loggable } from '../db/errors.ts';
import { faults } from '../measures.ts';
import { productVersion } from '../package-files.ts';
import type { Config } from '../settings.ts';

/** Maximum number of reports per minute of a process, and of those on their way. */
const REPORTS_PER_MINUTE = 60;
const REPORTS_ON_THE_WAY = 20;

/** Time limits for sending a report, and for the last ones when the process ends, in milliseconds. */
const SEND_TIMEOUT = 5_000;
const END_TIMEOUT = 2_000;

/**
 * Reports errors to a Sentry-compatible server: what the log tells of them, the route's pattern and the request id,
 * and nothing of the request. Without the integrations of Sentry's own packages for Node.js, which patch modules.
 */
export function reportFaults({ SENTRY_DSN = '', ENVIRONMENT }: Config): { close(): Promise<void> } {
  const stackParser = createStackParser(nodeStackLineParser());
  const client = new ServerRuntimeClient({
    dsn: SENTRY_DSN,
    release: `agora@${productVersion()}`,
    environment: ENVIRONMENT,
    platform: 'node',
    integrations: [],
    stackParser,
    sendClientReports: false,
    transport: ({ url, headers, ...options }) =>
      createTransport({ ...options, bufferSize: REPORTS_ON_THE_WAY }, async ({ body }) => {
        const response = await fetch(url, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(SEND_TIMEOUT),
          body: body as string,
          ...(headers && { headers }),
        });
        await response.arrayBuffer();
        return {
          statusCode: response.status,
          headers: {
            'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
            'retry-after': response.headers.get('retry-after'),
          },
        };
      }),
  });
  const allowance = new Allowance(REPORTS_PER_MINUTE, 60_000);
  const unsubscribe = faults.subscribe(({ error, level = 'error', where, tags = {} }) => {
    if (level !== 'fatal' && !allowance.take()) return;
    const { type, message, stack, ...database } = loggable(
      error instanceof Error ? error : new Error('Something other than an error was thrown'),
    );
    client.captureEvent({
      level,
      transaction: where,
      tags,
      contexts: { database },
      exception: {
        values: [
          {
            type,
            value: message,
            stacktrace: { frames: stackParser(stack, 1) },
            mechanism: { type: 'generic', handled: level !== 'fatal' },
          },
        ],
      },
    });
  });
  return {
    close: async () => {
      unsubscribe();
      await client.close(END_TIMEOUT);
    },
  };
}
