import type { Feature } from '../../platform/feature.ts';

export const media = {
  refusals: () => import('./media.refusals.texts.ts'),
} satisfies Feature;
