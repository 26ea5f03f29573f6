import { useEffect, useState } from 'react';

/** For what opens over a page: when it goes, the focus goes back to where it was. */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
