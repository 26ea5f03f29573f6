import { IconStarFilled } from '@tabler/icons-react';
import classes from './ratings.module.css';
import { t } from './ratings.texts.ts';

const SCORES = [1, 2, 3, 4, 5];

/** A score as stars. */
export const Stars = ({ score }: { score: number }) => (
  <span className={classes.stars} role="img" aria-label={t.score(score)}>
    {SCORES.map((star) => (
      <IconStarFilled key={star} size={15} aria-hidden data-on={star <= score || undefined} />
    ))}
  </span>
);
