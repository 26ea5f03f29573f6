import { clear, createStore, del, get, set } from 'idb-keyval';
import { useEffect, useEffectEvent, useRef } from 'react';
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

/**
 * What could not be sent yet, in this browser's database: through a reload, a crash, the end of the session, and
 * hours without a network. A browser without one costs the buffer, not the page.
 */
export async function readBuffer<Value>(key: string): Promise<Stored<Value> | undefined> {
  const stored = await get<Stored<Value>>(key, store).catch(() => undefined);
  if (!stored || Date.now() - stored.at < LIFETIME) return stored;
  await drop(key);
  return undefined;
}

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
  drop: () => Promise<void>;
}

/** The buffer of one object of one person. */
export function useBuffer<Value>(key: string): Buffer<Value> {
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
    drop() {
      clearTimeout(timer.current);
      waiting.current = undefined;
      return drop(key);
    },
  };
}
