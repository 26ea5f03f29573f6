import type { ButtonProps } from '@mantine/core';

/** Looks of the main action of a public page: large text has enough contrast on the accent (WCAG 2.2, 1.4.3). */
export const MAIN_ACTION = {
  color: 'teal.5',
  h: '2.625rem',
  fz: '1.1875rem',
  fw: 700,
  // Its longest text fits on a page of 320 pixels.
  px: 'xs',
} as const satisfies ButtonProps;
