import { clear, createStore, del, delMany, entries, set } from 'idb-keyval';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isSignedIn, onSessionEnd } from './session.ts';

/** Milliseconds after which a buffer expires. */
const LIFETIME = 7 * 86_400_000;
/** Milliseconds between the last change and storing it. */
const DELAY = 400;

interface Stored<Value> {
  value: Value;
  /** Milliseconds since 1970. */
  at: number;
}

const store = createStore('agora', 'buffers');

export interface Buffered<Value> extends Stored<Value> {
  key: string;
}

/**
 * Returns unsent values of one object from every window of this browser, latest first. They live in IndexedDB
 * and survive a reload, a crash, the end of the session and hours offline. Without IndexedDB the buffer is
 * lost, but the page works.
 */
export async function readBuffers<Value>(name: string): Promise<Buffered<Value>[]> {
  const stored = await entries<string, Stored<Value>>(store).catch(() => []);
  const own = stored.filter(([key]) => key.startsWith(name)).map(([key, each]) => ({ ...each, key }));
  const isOld = ({ at }: Stored<Value>) => Date.now() - at >= LIFETIME;
  await dropBuffers(own.filter(isOld));
  return own.filter((each) => !isOld(each)).sort((one, other) => other.at - one.at);
}

export const dropBuffers = (buffers: readonly { key: string }[]): Promise<void> =>
  delMany(
    buffers.map(({ key }) => key),
    store,
  ).catch(() => undefined);

/** Stores nothing after sign-out: the value would outlive `forgetAllBuffers`. */
async function write(key: string, value: unknown): Promise<void> {
  if (!isSignedIn()) return;
  await set(key, { value, at: Date.now() } satisfies Stored<unknown>, store).catch(() => undefined);
}

const drop = (key: string): Promise<void> => del(key, store).catch(() => undefined);

/** Called on explicit sign-out, so that nothing stays on a shared machine. */
export const forgetAllBuffers = (): Promise<void> => clear(store).catch(() => undefined);

interface Buffer<Value> {
  /** Stores a value after a short delay, or at once when the page is hidden. */
  keep: (value: Value) => void;
  /** Stores a value now and deletes the given buffers of other windows. */
  takeOver: (value: Value, found: readonly { key: string }[]) => Promise<void>;
  drop: () => Promise<void>;
}

/** Buffer of one object of one person in this window. */
export function useBuffer<Value>(name: string): Buffer<Value> {
  const [key] = useState(() => `${name}/${crypto.randomUUID()}`);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<{ value: Value }>(undefined);

  function flush(): void {
    clearTimeout(timer.current);
    const next = waiting.current;
    waiting.current = undefined;
    if (next) void write(key, next.value);
  }

  const flushNow = useEffectEvent(flush);
  useEffect(() => {
    const onHide = () => flushNow();
    const stop = onSessionEnd(({ comeBack }) => comeBack && flushNow());
    window.addEventListener('pagehide', onHide);
    return () => {
      flushNow();
      stop();
      window.removeEventListener('pagehide', onHide);
    };
  }, []);

  return {
    keep(value) {
      waiting.current = { value };
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, DELAY);
    },
    async takeOver(value, found) {
      await write(key, value);
      await dropBuffers(found);
    },
    drop() {
      clearTimeout(timer.current);
      waiting.current = undefined;
      return drop(key);
    },
  };
}
