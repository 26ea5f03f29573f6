import type { Feature } from '../../platform/feature.ts';

export const devices = {
  refusals: () => import('./devices.refusals.texts.ts'),
} satisfies Feature;
