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
    /** A rule of that field, which is not left meanwhile. */
    unlessPicking:
      <Problem>(rule: (value: string) => Problem) =>
      (value: string) =>
        isNow.current ? null : rule(value),
  };
}
