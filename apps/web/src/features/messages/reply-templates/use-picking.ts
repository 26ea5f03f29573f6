import { useRef, useState } from 'react';

/** Whether a template is being chosen. */
export function usePicking() {
  const [isPicking, show] = useState(false);
  const isNow = useRef(false);
  return {
    isPicking,
    setPicking: (is: boolean) => {
      isNow.current = is;
      show(is);
    },
    /** A rule of the field that the template is for, which is not left meanwhile. */
    unlessPicking:
      <Problem>(rule: (value: string) => Problem) =>
      (value: string) =>
        isNow.current ? null : rule(value),
  };
}
