import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isSignedIn, onSessionEnd } from './session.ts';

const PREFIX = 'draft:';
/** Milliseconds between the last keystroke and storing the draft. */
const DELAY = 400;
/** Milliseconds after which a draft expires. */
const LIFETIME = 7 * 86_400_000;

interface Stored {
  values: unknown;
  base?: unknown;
  savedAt: number;
}

/** The data that a draft started from. */
interface Origin<Base> {
  base: Base;
  /** Called when a draft is restored: its base may have changed since. */
  onRestore: (base: Base) => void;
}

/**
 * Keeps the input of a form, per person and object, until it is saved: it survives a reload, a crash and the
 * end of the session. Never use it on a form with a password.
 * @param key undefined until the person and the object are known
 * @param origin base data that others can change meanwhile
 * @returns `flush` stores at once, for forms that are left without a confirmation
 */
export function useDraft<Values extends Record<string, unknown>, Base = never>(
  key: string | undefined,
  form: UseFormReturnType<Values>,
  origin?: Origin<Base>,
): { isRestored: boolean; forget: () => void; flush: () => void } {
  const [isRestored, setRestored] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDirty = form.isDirty();
  const base = origin?.base;
  const restore = useEffectEvent((stored: Stored) => {
    form.setValues(stored.values as Values);
    if (stored.base !== undefined) origin?.onRestore(stored.base as Base);
    setRestored(true);
  });
  const flush = () => {
    if (key !== undefined && form.isDirty()) write(key, form.getValues(), base);
  };
  const save = useEffectEvent(flush);

  useEffect(() => {
    if (key === undefined) return undefined;
    const stored = read(key);
    if (stored) restore(stored);
    const onHide = () => save();
    const stop = onSessionEnd(({ comeBack }) => comeBack && save());
    window.addEventListener('pagehide', onHide);
    return () => {
      stop();
      window.removeEventListener('pagehide', onHide);
    };
  }, [key]);

  useEffect(() => {
    if (key === undefined || !isDirty) return undefined;
    timer.current = setTimeout(() => write(key, form.values, base), DELAY);
    return () => clearTimeout(timer.current);
  }, [key, isDirty, form.values, base]);

  const forget = () => {
    clearTimeout(timer.current);
    if (key !== undefined) localStorage.removeItem(PREFIX + key);
    setRestored(false);
  };
  return { isRestored, forget, flush };
}

/** Field props whose blur handler also stores the draft. */
export const withFlush = (field: GetInputPropsReturnType, flush: () => void): GetInputPropsReturnType => ({
  ...field,
  onBlur: (event: unknown) => {
    field.onBlur?.(event);
    flush();
  },
});

function read(key: string): Stored | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Stored | null;
    if (stored && Date.now() - stored.savedAt < LIFETIME) return stored;
    localStorage.removeItem(PREFIX + key);
  } catch {
    // An unreadable draft is ignored.
  }
  return undefined;
}

/** Stores nothing after sign-out, here or in another tab: it would outlive `forgetAllDrafts`. */
function write(key: string, values: unknown, base: unknown): void {
  if (!isSignedIn()) return;
  try {
    localStorage.setItem(
      PREFIX + key,
      JSON.stringify({ values, base, savedAt: Date.now() } satisfies Stored),
    );
  } catch {
    // If storage is full, the draft is lost, but the form works.
  }
}

/** Called on explicit sign-out, so that nothing stays on a shared machine. */
export function forgetAllDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
