import { Group } from '@mantine/core';
import classes from './news.module.css';

/** A category with its colour, which only supplements the name. */
export const CategoryName = ({ name, color }: { name: string; color: string }) => (
  <Group gap={6} wrap="nowrap" display="inline-flex" component="span">
    <span className={classes.dot} style={{ background: color }} aria-hidden />
    {name}
  </Group>
);
