import type { Feature } from '../../platform/feature.ts';

export const media = {
  routes: [],
  refusals: () => import('./media.refusals.texts.ts'),
} satisfies Feature;
