import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/** Asks about unsaved changes of the page; resolves to false if the user stays. */
type Guard = () => Promise<boolean>;

const guards = new Set<Guard>();
let isRunning = false;

/**
 * Registers a guard.
 * @returns function that removes it
 */
export function addLeaveGuard(guard: Guard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

/**
 * True while `leaveAfter` runs: the data of the page may be deleted already and must not be fetched again.
 */
export const isLeaving = (): boolean => isRunning;

/**
 * Runs an action that leads to another page, such as deleting the shown object. Asks about unsaved changes
 * first: they could not be saved afterwards.
 */
export async function leaveAfter(work: () => Promise<void>): Promise<void> {
  for (const guard of guards) if (!(await guard())) return;
  isRunning = true;
  try {
    await work();
  } finally {
    isRunning = false;
  }
}

/**
 * Opens another page and resolves once the caller's page is unmounted: the router reports the navigation
 * before React removes the old page. Does nothing if the user has already left the page.
 */
export function useNavigateAway(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const page = useRef<PromiseWithResolvers<void>>(undefined);
  useEffect(() => {
    const unmounted = Promise.withResolvers<void>();
    page.current = unmounted;
    return () => {
      page.current = undefined;
      unmounted.resolve();
    };
  }, []);
  return async (path) => {
    const unmount = page.current?.promise;
    if (!unmount) return;
    await navigate(path);
    await unmount;
  };
}
