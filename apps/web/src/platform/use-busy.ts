import { useRef, useState } from 'react';

/** An action that runs once at a time, and whether it does. */
export function useBusy<Args extends unknown[]>(
  action: (...args: Args) => Promise<void>,
): [isBusy: boolean, run: (...args: Args) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  async function run(...args: Args): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await action(...args);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return [isBusy, run];
}
