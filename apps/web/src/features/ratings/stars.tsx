import { Group } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { t } from './ratings.texts.ts';

const SCORES = [1, 2, 3, 4, 5];

/** Colour of a filled star: the lightest amber whose contrast with white is 3:1 (WCAG 2.2, 1.4.11). */
export const STAR_COLOR = 'light-dark(#d97706, #f5c26b)';

/** A score as stars. */
export const Stars = ({ score }: { score: number }) => (
  <Group gap={1} component="span" display="inline-flex" role="img" aria-label={t.score(score)}>
    {SCORES.map((star) => (
      <IconStarFilled
        key={star}
        size={15}
        color={star <= score ? STAR_COLOR : 'var(--line-strong)'}
        aria-hidden
      />
    ))}
  </Group>
);
