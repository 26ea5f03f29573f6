import type { Feature } from '../../shared/feature.ts';
import { presence } from './presence.contract.ts';

export const presenceFeature = {
  routes: { presence },
} satisfies Feature;
