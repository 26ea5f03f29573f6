import { EventSourceParserStream } from 'eventsource-parser/stream';
import { fetchApi, firstEventId, UNKNOWN_EVENT_ID } from './api.ts';

const PATH = '/api/v1/events';

/** Milliseconds of silence after which a stream counts as lost; the service sends a heartbeat every 15 s. */
const SILENCE_TIMEOUT_MS = 45_000;

/** Milliseconds before a lost stream is reopened; doubles with each failure. */
const BACKOFF_MS = 1_000;
const BACKOFF_MAX_MS = 30_000;

/** Milliseconds between two polls while there is no stream. */
const POLL_INTERVAL_MS = 30_000;

/**
 * A live event: `changed` rows of an entity (without an id, possibly many), `counts` of badges, the progress
 * of a job, or `resync` if events may have been missed.
 */
export interface LiveEvent {
  event: string;
  entity?: string;
  id?: string | null;
}

/**
 * Subscribes to events through a stream. A hidden page closes its connection, as browsers allow only six, and
 * polls the counts; if the stream fails, the page polls everything.
 * @returns function that unsubscribes
 */
export function subscribeToEvents(onEvent: (event: LiveEvent) => void): () => void {
  let isLive = false;
  let lastId: string | null = null;
  let stream: AbortController | undefined;

  async function open(): Promise<void> {
    stream = new AbortController();
    const { signal } = stream;
    for (let failures = 0; !signal.aborted; failures += 1) {
      await read(signal).catch(() => undefined);
      if (isLive) failures = 0;
      isLive = false;
      lastId ??= UNKNOWN_EVENT_ID;
      const backoff = Math.min(BACKOFF_MS * 2 ** failures, BACKOFF_MAX_MS);
      await new Promise((resolve) => setTimeout(resolve, backoff * (0.5 + Math.random() / 2)));
    }
  }

  async function read(signal: AbortSignal): Promise<void> {
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const resetTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_TIMEOUT_MS);
    };
    resetTimer();
    lastId ??= firstEventId;
    try {
      const response = await fetchApi({
        path: PATH,
        method: 'GET',
        headers: lastId === null ? {} : { 'last-event-id': lastId },
        signal: AbortSignal.any([signal, silence.signal]),
        isStream: true,
      });
      const messages = response.body
        ?.pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream({ onComment: resetTimer }))
        .getReader();
      for (;;) {
        const { value: message } = (await messages?.read()) ?? {};
        if (!message) return;
        resetTimer();
        isLive = true;
        lastId = message.id ?? null;
        onEvent({ ...JSON.parse(message.data), event: message.event });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  const connectIfVisible = () => {
    stream?.abort();
    if (document.hidden) lastId ??= UNKNOWN_EVENT_ID;
    else void open();
  };
  const poll = setInterval(() => {
    if (document.hidden) onEvent({ event: 'counts' });
    else if (!isLive) onEvent({ event: 'resync' });
  }, POLL_INTERVAL_MS);
  document.addEventListener('visibilitychange', connectIfVisible);
  connectIfVisible();
  return () => {
    clearInterval(poll);
    document.removeEventListener('visibilitychange', connectIfVisible);
    stream?.abort();
  };
}
