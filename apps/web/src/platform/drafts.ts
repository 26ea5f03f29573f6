import { clear, createStore, delMany, entries } from 'idb-keyval';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isSignedIn, onSessionEnd } from './session.ts';

/** Milliseconds between the last change and storing it. */
const DELAY = 400;
/** Milliseconds after which a draft expires. */
const LIFETIME = 7 * 86_400_000;

interface Stored<Value> {
  value: Value;
  /** Milliseconds since 1970. */
  savedAt: number;
}

export interface Draft<Value> extends Stored<Value> {
  key: string;
}

/**
 * Unsaved input of this browser. It survives a reload, a crash, the end of the session and hours offline.
 * Without IndexedDB drafts are lost, but the pages work.
 */
const store = createStore('agora-drafts', 'drafts');

/** Returns the drafts whose key is the given one, or begins with it and a slash; the latest comes first. */
export async function readDrafts<Value>(key: string): Promise<Draft<Value>[]> {
  const stored = await entries<string, Stored<Value>>(store).catch(() => []);
  const own = stored
    .filter(([each]) => each === key || each.startsWith(`${key}/`))
    .map(([each, draft]) => ({ ...draft, key: each }));
  const isOld = ({ savedAt }: Stored<Value>) => Date.now() - savedAt >= LIFETIME;
  await dropDrafts(own.filter(isOld));
  return own.filter((draft) => !isOld(draft)).sort((one, other) => other.savedAt - one.savedAt);
}

export const dropDrafts = (drafts: readonly { key: string }[]): Promise<void> =>
  delMany(
    drafts.map(({ key }) => key),
    store,
  ).catch(() => undefined);

/** Stores a draft. After sign-out it does nothing: the draft would outlive `forgetAllDrafts`. */
export async function writeDraft(key: string, value: unknown): Promise<void> {
  if (!isSignedIn()) return;
  await store('readwrite', (drafts) => {
    drafts.put({ value, savedAt: Date.now() } satisfies Stored<unknown>, key);
    // The page may be on its way out: the transaction must not wait for its answer.
    drafts.transaction.commit();
  }).catch(() => undefined);
}

/** Called on explicit sign-out, so that nothing stays on a shared machine. */
export const forgetAllDrafts = (): Promise<void> => clear(store).catch(() => undefined);

/**
 * Writes one draft: the latest value given to `keep`, after a short delay, or at once when the form or the page is
 * left.
 * @param key undefined until the person and the object are known
 */
export function useDraftWriter<Value>(key: string | undefined): {
  keep: (value: Value) => void;
  drop: () => Promise<void>;
} {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<() => void>(undefined);

  function flush(): void {
    clearTimeout(timer.current);
    waiting.current?.();
    waiting.current = undefined;
  }

  const flushNow = useEffectEvent(flush);
  useEffect(() => {
    const onHide = () => flushNow();
    const stop = onSessionEnd(({ comeBack }) => (comeBack ? flushNow() : void forgetAllDrafts()));
    window.addEventListener('pagehide', onHide);
    return () => {
      flushNow();
      stop();
      window.removeEventListener('pagehide', onHide);
    };
  }, [key]);

  return {
    keep(value) {
      if (key === undefined) return;
      waiting.current = () => void writeDraft(key, value);
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, DELAY);
    },
    async drop() {
      clearTimeout(timer.current);
      waiting.current = undefined;
      if (key !== undefined) await dropDrafts([{ key }]);
    },
  };
}
