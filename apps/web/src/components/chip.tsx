import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './chip.module.css';

const COLORS = { good: 'teal', neutral: 'gray', warning: 'yellow', bad: 'red' } as const;

/** A state as a word. Its colour only repeats the word. */
export const Chip = ({ tone, children }: { tone: keyof typeof COLORS; children: ReactNode }) => (
  <Badge variant="light" color={COLORS[tone]} leftSection={<span className={classes.dot} />}>
    {children}
  </Badge>
);
