import classes from './news.module.css';

/** A category with its colour, which only repeats what the name says. */
export const CategoryName = ({ name, color }: { name: string; color: string }) => (
  <span className={classes.category}>
    <span className={classes.dot} style={{ background: color }} aria-hidden />
    {name}
  </span>
);
