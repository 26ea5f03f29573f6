import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/** Asks about the unsaved changes of a page; resolves to false if somebody stays. */
type Guard = () => Promise<boolean>;

const guards = new Set<Guard>();
let isRunning = false;

/** Registers a guard. @returns removes it */
export function addLeaveGuard(guard: Guard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

/** True while `leavingAfter` works: what the page shows may be deleted, and is not to be read again. */
export const isLeaving = (): boolean => isRunning;

/**
 * Does something that ends on another page, such as deleting what is shown. Asks about unsaved changes first: after it,
 * there would be nothing to go back to.
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
 * Opens another page, and waits until the caller's is gone: the router says that it has navigated before React takes the
 * old page away. Does nothing if somebody has left it in the meantime.
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
