import { useRef } from 'react';
import { ApiError } from './api-error.ts';

/** Names a call by what it asks for: repeated after its answer was lost, it acts once. */
export function useCallKey() {
  const last = useRef<{ asked: string; key: string }>(undefined);
  return {
    keyFor(body: unknown): string {
      const asked = JSON.stringify(body);
      if (last.current?.asked !== asked) last.current = { asked, key: crypto.randomUUID() };
      return last.current.key;
    },
    /** Call after a final response: the next attempt gets a new key. */
    forget(): void {
      last.current = undefined;
    },
  };
}

/** True for a final response; a lost call may have taken effect. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
