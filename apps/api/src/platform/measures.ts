import { channel } from 'node:diagnostics_channel';

/** Publishes what the metrics count. Without METRICS_PORT nobody listens, and nothing is published. */
export interface Measure<Message extends object> {
  publish(message: Message): void;
  subscribe(onMessage: (message: Message) => void): void;
}

function measure<Message extends object>(name: string): Measure<Message> {
  const published = channel(`agora.${name}`);
  return {
    publish: (message) => {
      if (published.hasSubscribers) published.publish(message);
    },
    subscribe: (onMessage) => published.subscribe((message) => onMessage(message as Message)),
  };
}

/** A response; `seconds` until its last byte. */
export const responses = measure<{ method: string; route: string; status: number; seconds: number }>(
  'responses',
);

/** An attempt of a job. */
export const jobAttempts = measure<{ job: string; outcome: 'done' | 'failed'; seconds: number }>(
  'job_attempts',
);

/** An attempt to send a mail: accepted by the next server, to be retried, or refused for good. */
export const mailAttempts = measure<{ outcome: 'sent' | 'failed' | 'refused' }>('mail_attempts');

/** Answers of a push provider, by the kinds of `PushOutcome`. */
export const pushAnswers = measure<{ provider: string; outcome: string; count: number }>('push_answers');

/** An event stream opened (1) or closed (-1). */
export const eventStreams = measure<{ change: 1 | -1 }>('event_streams');
