import { type ComponentProps, useEffect, useRef } from 'react';
import classes from './check.module.css';

interface CheckProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Neither on nor off: some of what it stands for is selected. */
  isMixed?: boolean;
}

export function Check({ isMixed = false, ...input }: CheckProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className={classes.target}>
      <input {...input} ref={ref} type="checkbox" className={classes.check} />
    </label>
  );
}
