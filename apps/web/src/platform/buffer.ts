import { clear, createStore, del, delMany, entries, set } from 'idb-keyval';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isSignedIn, onSessionEnd } from './session.ts';

/** Milliseconds after which what was buffered is forgotten. */
const LIFETIME = 7 * 86_400_000;
/** Milliseconds after the last change until it is stored. */
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
 * What could not be sent yet of one object, by each window of this browser, latest first, in its database: through
 * a reload, a crash, the end of the session, and hours without a network. A browser without one costs the buffer,
 * not the page.
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

/** Nothing is stored after signing out: it would outlive `forgetAllBuffers`. */
async function write(key: string, value: unknown): Promise<void> {
  if (!isSignedIn()) return;
  await set(key, { value, at: Date.now() } satisfies Stored<unknown>, store).catch(() => undefined);
}

const drop = (key: string): Promise<void> => del(key, store).catch(() => undefined);

/** Signing out on purpose leaves nothing behind on a shared machine. */
export const forgetAllBuffers = (): Promise<void> => clear(store).catch(() => undefined);

interface Buffer<Value> {
  /** Stores a value soon, or at once when the page goes. */
  keep: (value: Value) => void;
  /** Stores a value now, in place of what was found of other windows. */
  takeOver: (value: Value, found: readonly { key: string }[]) => Promise<void>;
  drop: () => Promise<void>;
}

/** The buffer of one object of one person in this window. */
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
