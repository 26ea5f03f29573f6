import { Checkbox, type CheckboxProps, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface CheckProps extends CheckboxProps {
  /** Visible text beside the checkbox, if nothing else says what it is for. */
  words?: ReactNode;
}

/** A checkbox labelled by its `aria-label`, on a target of 24 px (WCAG 2.2, 2.5.8). */
export const Check = ({ words, ...props }: CheckProps) => (
  <Group component="label" w="max-content" maw="100%" miw={24} h={24} gap="xs" justify="center" wrap="nowrap">
    <Checkbox {...props} />
    {words}
  </Group>
);
