import { useEffect, useEffectEvent, useRef } from 'react';
import { isSignedIn, onSessionEnd } from './session.ts';

/**
 * Drafts are unsaved input, stored in this browser. They survive a reload, a crash and the end of the
 * session.
 */
const PREFIX = 'draft:';
/** Milliseconds between the last change and storing it. */
const SAVE_DELAY_MS = 400;
/** Milliseconds after which a draft expires. */
const LIFETIME_MS = 7 * 86_400_000;

interface Stored<Value> {
  value: Value;
  /** Milliseconds since 1970. */
  savedAt: number;
}

export interface Draft<Value> extends Stored<Value> {
  key: string;
}

const storedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));

/** Returns the drafts whose key is the given one, or begins with it and a slash; the latest comes first. */
export function readDrafts<Value>(key: string): Draft<Value>[] {
  const own = storedKeys()
    .map((stored) => stored.slice(PREFIX.length))
    .filter((each) => each === key || each.startsWith(`${key}/`));
  return own
    .flatMap((each) => readDraft<Value>(each) ?? [])
    .sort((one, other) => other.savedAt - one.savedAt);
}

/** Returns a draft, or undefined. Deletes drafts that have expired or cannot be read. */
export function readDraft<Value>(key: string): Draft<Value> | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Stored<Value> | null;
    if (stored && Date.now() - stored.savedAt < LIFETIME_MS) return { ...stored, key };
  } catch {
    // Treated as expired.
  }
  deleteDraft(key);
  return undefined;
}

export const deleteDraft = (key: string): void => localStorage.removeItem(PREFIX + key);

/** Stores a draft. Does nothing after sign-out: the draft would outlive `deleteAllDrafts`. */
export function writeDraft(key: string, value: unknown): void {
  if (!isSignedIn()) return;
  try {
    const stored: Stored<unknown> = { value, savedAt: Date.now() };
    localStorage.setItem(PREFIX + key, JSON.stringify(stored));
  } catch {
    // If storage is full, the draft is lost, but the form still works.
  }
}

/** Called on explicit sign-out, so that no input stays on a shared computer. */
export function deleteAllDrafts(): void {
  for (const key of storedKeys()) localStorage.removeItem(key);
}

/**
 * Writes one draft: the latest value given to `write`, after a short delay, or at once when the form or the page is
 * left.
 * @param key undefined until the person and the object are known
 */
export function useDraftWriter(key: string | undefined): {
  write: (value: unknown) => void;
  remove: () => void;
} {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<() => void>(undefined);

  function flush(): void {
    clearTimeout(timer.current);
    pending.current?.();
    pending.current = undefined;
  }

  const flushNow = useEffectEvent(flush);
  useEffect(() => {
    const onPageHide = () => flushNow();
    const unsubscribe = onSessionEnd(({ returnsAfterSignIn }) => returnsAfterSignIn && flushNow());
    window.addEventListener('pagehide', onPageHide);
    return () => {
      flushNow();
      unsubscribe();
      window.removeEventListener('pagehide', onPageHide);
    };
  }, [key]);

  return {
    write(value) {
      if (key === undefined) return;
      pending.current = () => writeDraft(key, value);
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, SAVE_DELAY_MS);
    },
    remove() {
      clearTimeout(timer.current);
      pending.current = undefined;
      if (key !== undefined) deleteDraft(key);
    },
  };
}
