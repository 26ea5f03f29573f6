import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isWorthRepeating } from '../../../platform/query-client.ts';

/** Milliseconds between the last change and the request, and between a failure and its retry. */
const DELAY_MS = 2_000;
const RETRY_MS = 5_000;

/** In the states `waiting`, `saving` and `failed`, the service does not have all changes yet. */
export type AutosaveState =
  | { name: 'idle' | 'waiting' | 'saving' }
  | { name: 'saved'; at: Date }
  | { name: 'failed'; error: unknown };

interface Autosave<Value> {
  state: AutosaveState;
  /** Sends a value after a delay, in place of a pending one. */
  schedule: (value: Value) => void;
  /** Waits for the running request and discards the pending value. */
  stop: () => Promise<void>;
}

/** Sends the latest value, one request at a time, and retries temporary failures. */
export function useAutosave<Value>(send: (value: Value) => Promise<void>): Autosave<Value> {
  const [state, setState] = useState<AutosaveState>({ name: 'idle' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<{ value: Value }>(undefined);
  const running = useRef<Promise<void>>(undefined);

  function flushIn(milliseconds: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, milliseconds);
  }

  function flush(): void {
    const next = pending.current;
    if (!next || running.current) return;
    pending.current = undefined;
    setState({ name: 'saving' });
    running.current = run(next);
  }

  async function run(next: { value: Value }): Promise<void> {
    try {
      await send(next.value);
      setState(pending.current ? { name: 'waiting' } : { name: 'saved', at: new Date() });
      running.current = undefined;
      if (pending.current) flushIn(DELAY_MS);
    } catch (error) {
      setState({ name: 'failed', error });
      running.current = undefined;
      pending.current ??= next;
      if (isWorthRepeating(error)) flushIn(RETRY_MS);
    }
  }

  const flushNow = useEffectEvent(flush);
  useEffect(() => {
    const onOnline = () => flushNow();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      clearTimeout(timer.current);
    };
  }, []);

  return {
    state,
    schedule(value) {
      pending.current = { value };
      setState((before) => (before.name === 'failed' ? before : { name: 'waiting' }));
      flushIn(DELAY_MS);
    },
    async stop() {
      clearTimeout(timer.current);
      pending.current = undefined;
      await running.current;
      clearTimeout(timer.current);
      pending.current = undefined;
      // Synchronously, so that the guard does not ask about changes that a save is about to send.
      flushSync(() => setState({ name: 'idle' }));
    },
  };
}
