import { Badge, Box } from '@mantine/core';
import type { ReactNode } from 'react';

const COLORS = { good: 'teal', neutral: 'gray', warning: 'yellow', bad: 'red' } as const;

/** A state as text; the colour only repeats it. */
export const Chip = ({ tone, children }: { tone: keyof typeof COLORS; children: ReactNode }) => (
  <Badge
    variant="light"
    color={COLORS[tone]}
    // Not a bullet character: the web font and some systems lack it.
    leftSection={<Box component="span" display="block" w={6} h={6} bg="currentColor" bdrs="50%" />}
  >
    {children}
  </Badge>
);
