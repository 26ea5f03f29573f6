import type { Feature } from '../../platform/feature.ts';

export const media = {
  errors: () => import('./media.errors.texts.ts'),
} satisfies Feature;
