import { Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';

const COLORS = { neutral: 'gray', warning: 'yellow', bad: 'red' } as const;

interface ChipProps {
  /** `good` is the norm: plain text. */
  tone: 'good' | keyof typeof COLORS;
  children: ReactNode;
}

/** A state as text; the colour of an exception only repeats it. */
export const Chip = ({ tone, children }: ChipProps) =>
  tone === 'good' ? (
    <Text span c="dimmed" lts={0} style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Text>
  ) : (
    <Badge variant="light" color={COLORS[tone]}>
      {children}
    </Badge>
  );
