import { EventSourceParserStream } from 'eventsource-parser/stream';
import { fetchApi, firstEventId, UNKNOWN } from './api.ts';

const PATH = '/api/v1/events';

/** Milliseconds of silence after which a stream is dead; the service sends a heartbeat every 15 s. */
const SILENCE = 45_000;

/** Milliseconds before a lost stream is reopened; doubles with each failure. */
const BACKOFF = 1_000;
const LONGEST_BACKOFF = 30_000;

/** Milliseconds between two polls while there is no stream. */
const POLL = 30_000;

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
 * Subscribes to events by a stream. A hidden page closes its connection, of which a browser has six, and
 * polls the counts; a page whose stream fails polls everything.
 * @returns function that unsubscribes
 */
export function followEvents(hear: (event: LiveEvent) => void): () => void {
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
      lastId ??= UNKNOWN;
      const longest = Math.min(BACKOFF * 2 ** failures, LONGEST_BACKOFF);
      await new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)));
    }
  }

  async function read(signal: AbortSignal): Promise<void> {
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const noteLife = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE);
    };
    noteLife();
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
        .pipeThrough(new EventSourceParserStream({ onComment: noteLife }))
        .getReader();
      for (;;) {
        const { value: message } = (await messages?.read()) ?? {};
        if (!message) return;
        noteLife();
        isLive = true;
        lastId = message.id ?? null;
        hear({ ...JSON.parse(message.data), event: message.event });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  const follow = () => {
    stream?.abort();
    if (document.hidden) lastId ??= UNKNOWN;
    else void open();
  };
  const poll = setInterval(() => {
    if (document.hidden) hear({ event: 'counts' });
    else if (!isLive) hear({ event: 'resync' });
  }, POLL);
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    clearInterval(poll);
    document.removeEventListener('visibilitychange', follow);
    stream?.abort();
  };
}
