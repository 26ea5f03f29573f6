import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { openDriver } from './driver.ts';

/** An event from the database triggers: names and ids, never content. */
export interface ServerEvent {
  event: string;
  id?: string;
  [more: string]: unknown;
}

export interface Events {
  /** Subscribes to all future events of all instances. @returns the function to unsubscribe */
  subscribe(listener: (event: ServerEvent) => void): () => void;
  /** True once the listening connection is established. */
  isListening(): boolean;
  close(): Promise<void>;
}

const CHANNEL = 'agora_events';

/** Delay before the first reconnect in milliseconds, doubled at each further attempt. */
const BACKOFF = 500;
const LONGEST_BACKOFF = 30_000;

/** Sent before listening starts, and after a lost connection: events may have been missed. */
const MISSED: ServerEvent = { event: 'resync' };

/** Listens to the database over its own connection, from the first subscription on. */
export function openEvents(url: string): Events {
  const listeners = new Set<(event: ServerEvent) => void>();
  const closing = new AbortController();
  const { signal } = closing;
  const emit = (event: ServerEvent) => {
    for (const listener of listeners) listener(event);
  };
  const onNotify = (payload: string) => emit(JSON.parse(payload) as ServerEvent);
  let isListening = false;
  let client: postgres.Sql | undefined;
  const onListening = () => {
    isListening = true;
    emit(MISSED);
  };
  const listen = async () => {
    for (let wait = BACKOFF; !signal.aborted; wait = Math.min(wait * 2, LONGEST_BACKOFF)) {
      client = openDriver(url, { max: 1, connect_timeout: 2 });
      try {
        // After the first success, the driver listens again by itself after each lost connection.
        await client.listen(CHANNEL, onNotify, onListening);
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
