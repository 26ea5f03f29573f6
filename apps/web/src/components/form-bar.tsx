import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form-bar.module.css';

/** Save buttons of a form, always visible below it. */
export const FormBar = ({ children }: { children: ReactNode }) => (
  <Paper p="sm" mb="lg" className={classes.bar}>
    {children}
  </Paper>
);
