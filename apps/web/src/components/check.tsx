import { Checkbox, type CheckboxProps } from '@mantine/core';
import classes from './check.module.css';

/** A checkbox without a visible label, on a target of 24 px (WCAG 2.2, 2.5.8). */
export const Check = (props: CheckboxProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is within it, and named by its aria-label.
  <label className={classes.target}>
    <Checkbox {...props} />
  </label>
);
