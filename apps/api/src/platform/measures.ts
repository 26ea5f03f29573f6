import { channel } from 'node:diagnostics_channel';

/**
 * Publishes what the metrics count and what error reports contain. Without METRICS_PORT and SENTRY_DSN nobody listens,
 * and nothing is published.
 */
export interface Measure<Message extends object> {
  publish(message: Message): void;
  /** @returns the function to unsubscribe */
  subscribe(onMessage: (message: Message) => void): () => void;
}

function measure<Message extends object>(name: string): Measure<Message> {
  const published = channel(`agora.${name}`);
  return {
    publish: (message) => {
      if (published.hasSubscribers) published.publish(message);
    },
    subscribe: (onMessage) => {
      const listener = (message: unknown) => onMessage(message as Message);
      published.subscribe(listener);
      return () => published.unsubscribe(listener);
    },
  };
}

/** A response; `seconds` until its last byte. */
export const responses = measure<{ method: string; route: string; status: number; seconds: number }>(
  'responses',
);

/** An attempt of a job. */
export const jobAttempts = measure<{ task: string; outcome: 'done' | 'failed'; seconds: number }>(
  'job_attempts',
);

/** An attempt to send a mail: accepted by the next server, to be retried, or refused for good. */
export const mailAttempts = measure<{ outcome: 'sent' | 'failed' | 'refused' }>('mail_attempts');

/** Answers of a push provider, by the kinds of `PushOutcome`. */
export const pushAnswers = measure<{ provider: string; outcome: string; count: number }>('push_answers');

/** An event stream opened (1) or closed (-1). */
export const eventStreams = measure<{ change: 1 | -1 }>('event_streams');

/** An error that nobody expected: a response of 5xx, a job that failed for good, or the end of the process. */
export const faults = measure<{
  error: unknown;
  level?: 'error' | 'fatal';
  /** Route or job. */
  where: string;
  tags?: Readonly<Record<string, string>>;
}>('faults');
