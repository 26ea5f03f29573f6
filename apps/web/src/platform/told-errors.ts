import { useLayoutEffect } from 'react';

/** Errors that the page shows in the place of what they concern. */
const told = new Set<unknown>();
const changes = new EventTarget();

export const isTold = (error: unknown): boolean => told.has(error);

/** Hears of each change of what is told. @returns function that unsubscribes */
export function onTold(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

/** Keeps an error that a component shows from being told at the top of the page, too. */
export function useTold(error: unknown): void {
  useLayoutEffect(() => {
    told.add(error);
    changes.dispatchEvent(new Event('change'));
    return () => {
      told.delete(error);
    };
  }, [error]);
}
