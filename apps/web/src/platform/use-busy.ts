import { startTransition, useEffect, useRef, useState } from 'react';
import { restoreFocus } from './focus-tracking.ts';

/**
 * Runs one action at a time and returns whether it is busy, until a page that it opens is shown. Restores the
 * focus afterwards, which a disabled button loses.
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
      // In a transition, like the navigation: otherwise the form could be submitted again while its page is
      // being left.
      startTransition(() => setBusy(false));
    }
  }
  return [isBusy, run];
}
