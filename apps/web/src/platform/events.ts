import { EventSourceParserStream } from 'eventsource-parser/stream';
import { fetchApi, firstEventId, UNKNOWN } from './api.ts';

const PATH = '/api/v1/events';

/** Milliseconds without a sign of life, of which there is one every 15 seconds, after which a stream is dead. */
const SILENCE = 45_000;

/** Milliseconds before a lost stream is opened again; each time that fails, twice as long. */
const BACKOFF = 1_000;
const LONGEST_BACKOFF = 30_000;

/** Milliseconds between two looks where no stream tells what happens. */
const POLL = 30_000;

/**
 * Something that happened: `changed` rows of an entity, which may be many; `counts` of badges that are others; the
 * progress of something; `resync`, when nobody knows.
 */
export interface LiveEvent {
  event: string;
  entity?: string;
  id?: string | null;
}

/**
 * Hears what happens by a stream of one's own. A page that is not seen leaves its connection to others, of which a
 * browser has six, and looks for new numbers now and then; so does one whose stream fails, for everything.
 * @returns how to stop
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
