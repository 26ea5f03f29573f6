import { Badge, Box } from '@mantine/core';
import type { ReactNode } from 'react';

const COLORS = { good: 'teal', neutral: 'gray', warning: 'yellow', bad: 'red' } as const;

/** A state as a word. Its colour only repeats the word. */
export const Chip = ({ tone, children }: { tone: keyof typeof COLORS; children: ReactNode }) => (
  <Badge
    variant="light"
    color={COLORS[tone]}
    // No glyph: the web font has none, and not every system has one.
    leftSection={<Box component="span" display="block" w={6} h={6} bg="currentColor" bdrs="50%" />}
  >
    {children}
  </Badge>
);
