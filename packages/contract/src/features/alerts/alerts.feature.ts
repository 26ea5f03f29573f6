import type { Feature } from '../../shared/feature.ts';
import { alerts } from './alerts.contract.ts';

export const alertsFeature = {
  routes: { alerts },
} satisfies Feature;
