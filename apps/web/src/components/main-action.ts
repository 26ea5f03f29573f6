import type { ButtonProps } from '@mantine/core';

/**
 * Style of the main action of a public page: only large text has enough contrast on the accent colour (WCAG
 * 2.2, 1.4.3).
 */
export const MAIN_ACTION = {
  color: 'teal.5',
  h: '2.625rem',
  fz: '1.1875rem',
  fw: 700,
  // Fits the longest text on a page of 320 pixels.
  px: 'xs',
} as const satisfies ButtonProps;
