import type { ReactNode } from 'react';
import classes from './chip.module.css';

/** A state in a word. Its colour only repeats what the word says. */
export function Chip({
  tone,
  children,
}: {
  tone: 'good' | 'neutral' | 'warning' | 'bad';
  children: ReactNode;
}) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {children}
    </span>
  );
}
