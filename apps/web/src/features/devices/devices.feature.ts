import type { Feature } from '../../platform/feature.ts';

export const devices = {
  errors: () => import('./devices.errors.texts.ts'),
} satisfies Feature;
