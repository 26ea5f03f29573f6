import { Badge, Box } from '@mantine/core';
import type { ReactNode } from 'react';

const COLORS = { good: 'teal', neutral: 'gray', warning: 'yellow', bad: 'red' } as const;

/** A state as a word. Its colour only repeats the word. */
export const Chip = ({ tone, children }: { tone: keyof typeof COLORS; children: ReactNode }) => (
  <Badge
    variant="light"
    color={COLORS[tone]}
    // Drawn without a glyph: the web font has none, and not every system's has.
    leftSection={<Box w={6} h={6} bg="currentColor" bdrs="50%" aria-hidden />}
  >
    {children}
  </Badge>
);
