import { useRef, useState } from 'react';

/** State of a dialog in which something is chosen for a field. */
export function usePicking() {
  const [isPicking, show] = useState(false);
  const isNow = useRef(false);
  return {
    isPicking,
    setPicking: (is: boolean) => {
      isNow.current = is;
      show(is);
    },
    /** Suspends a rule of that field while the dialog is open. */
    unlessPicking:
      <Problem>(rule: (value: string) => Problem) =>
      (value: string) =>
        isNow.current ? null : rule(value),
  };
}
