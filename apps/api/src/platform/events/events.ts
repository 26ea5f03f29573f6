import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';

/** Something that happened, as the triggers of the database tell it: names and ids, never content. */
export interface ServerEvent {
  event: string;
  id?: string;
  [more: string]: unknown;
}

export interface Events {
  /** Hears what happens from now on, wherever it is done. @returns how to stop */
  subscribe(listener: (event: ServerEvent) => void): () => void;
  /** Whether anything is heard: not before the first connection, which may take its time. */
  isListening(): boolean;
  close(): Promise<void>;
}

const CHANNEL = 'agora_events';

/** Milliseconds before the first connection is tried again; each further time twice as long. */
const BACKOFF = 500;
const LONGEST_BACKOFF = 30_000;

/** Before it listens, and after a lost connection: something may have happened that nobody was told of. */
const MISSED: ServerEvent = { event: 'resync' };

/** Listens to the database over a connection of its own, from the first subscription on. */
export function openEvents(url: string): Events {
  const listeners = new Set<(event: ServerEvent) => void>();
  const closing = new AbortController();
  const { signal } = closing;
  const emit = (event: ServerEvent) => {
    for (const listener of listeners) listener(event);
  };
  const heard = (payload: string) => emit(JSON.parse(payload) as ServerEvent);
  let isListening = false;
  let client: postgres.Sql | undefined;
  const noteListening = () => {
    isListening = true;
    emit(MISSED);
  };
  const listen = async () => {
    for (let wait = BACKOFF; !signal.aborted; wait = Math.min(wait * 2, LONGEST_BACKOFF)) {
      client = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
      try {
        // Once it did, the driver listens again by itself after each lost connection.
        await client.listen(CHANNEL, heard, noteListening);
        return;
      } catch {
        await client.end({ timeout: 0 });
        await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
      }
    }
  };
  let listening: Promise<void> | undefined;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      listening ??= listen();
      return () => listeners.delete(listener);
    },
    isListening: () => isListening,
    close: async () => {
      listeners.clear();
      closing.abort();
      await client?.end({ timeout: 1 });
      await listening;
    },
  };
}
