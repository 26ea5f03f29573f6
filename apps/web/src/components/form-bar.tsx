import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form-bar.module.css';

/** The buttons that save a form, always in view below it. */
export const FormBar = ({ children }: { children: ReactNode }) => (
  <Paper p="sm" mb="lg" className={classes.bar}>
    {children}
  </Paper>
);
