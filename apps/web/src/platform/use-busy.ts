import { startTransition, useEffect, useRef, useState } from 'react';
import { restoreFocus } from './focus-tracking.ts';

/**
 * Runs an action once at a time and returns its busy state. It lasts until a page that the action leads to is
 * shown. A button that is disabled meanwhile loses the focus; it is restored afterwards.
 */
export function useBusy<Args extends unknown[]>(
  action: (...args: Args) => Promise<void>,
): [isBusy: boolean, run: (...args: Args) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  useEffect(() => (isBusy ? restoreFocus : undefined), [isBusy]);
  async function run(...args: Args): Promise<void> {
    if (running.current || isBusy) return;
    running.current = true;
    setBusy(true);
    try {
      await action(...args);
    } finally {
      running.current = false;
      // In a transition, like the navigation: earlier, the form of the page being left could be submitted again.
      startTransition(() => setBusy(false));
    }
  }
  return [isBusy, run];
}
