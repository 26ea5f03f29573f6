import type { Feature } from '../../platform/feature.ts';

export const alerts = {
  routes: [],
  live: { alerts: () => [['alerts']] },
} satisfies Feature;
