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
  close(): Promise<void>;
}

const CHANNEL = 'agora_events';

/** Before it listens, and after a lost connection: something may have happened that nobody was told of. */
const MISSED: ServerEvent = { event: 'resync' };

/** Listens to the database over a connection of its own, from the first subscription on. */
export function openEvents(url: string): Events {
  const listeners = new Set<(event: ServerEvent) => void>();
  const emit = (event: ServerEvent) => {
    for (const listener of listeners) listener(event);
  };
  let client: postgres.Sql | undefined;
  const listen = () => {
    const opened = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
    client = opened;
    const heard = (payload: string) => emit(JSON.parse(payload) as ServerEvent);
    opened
      .listen(CHANNEL, heard, () => emit(MISSED))
      .catch(() => {
        client = undefined;
        void opened.end({ timeout: 0 });
      });
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      if (!client) listen();
      return () => listeners.delete(listener);
    },
    close: async () => {
      listeners.clear();
      await client?.end({ timeout: 1 });
    },
  };
}
