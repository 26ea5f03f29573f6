import { Box, Checkbox, type CheckboxProps } from '@mantine/core';

/** A checkbox labelled by its `aria-label`, on a target of 24 px (WCAG 2.2, 2.5.8). */
export const Check = (props: CheckboxProps) => (
  <Box component="label" display="grid" w={24} h={24} style={{ placeItems: 'center' }}>
    <Checkbox {...props} />
  </Box>
);
