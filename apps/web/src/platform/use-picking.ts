import { useRef, useState } from 'react';

/** State of a dialog that picks a value for a field. */
export function usePicking() {
  const [isPicking, setOpen] = useState(false);
  const isOpen = useRef(false);
  return {
    isPicking,
    setPicking: (isPicking: boolean) => {
      isOpen.current = isPicking;
      setOpen(isPicking);
    },
    /** Suspends a rule of that field while the dialog is open. */
    unlessPicking:
      <Problem>(rule: (value: string) => Problem) =>
      (value: string) =>
        isOpen.current ? null : rule(value),
  };
}
