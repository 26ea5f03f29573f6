import type { Feature } from '../../platform/feature.ts';

export const alerts = {
  live: { alerts: () => [['alerts']] },
} satisfies Feature;
