import { useLayoutEffect } from 'react';

/** Errors that the page shows in place of the content that failed. */
const shown = new Set<unknown>();
const changes = new EventTarget();

export const isErrorShown = (error: unknown): boolean => shown.has(error);

/**
 * Subscribes to changes of the shown errors.
 * @returns function that unsubscribes
 */
export function onShownErrorsChange(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

/** Marks an error as shown by this component, so that no notice above the page repeats it. */
export function useShownError(error: unknown): void {
  useLayoutEffect(() => {
    shown.add(error);
    changes.dispatchEvent(new Event('change'));
    return () => {
      shown.delete(error);
    };
  }, [error]);
}
