import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

const COLORS = { good: 'teal', neutral: 'gray', warning: 'yellow', bad: 'red' } as const;

/** A state as a word. Its colour only repeats the word. */
export const Chip = ({ tone, children }: { tone: keyof typeof COLORS; children: ReactNode }) => (
  <Badge variant="light" color={COLORS[tone]} leftSection={<span data-drawn="●" aria-hidden />}>
    {children}
  </Badge>
);
