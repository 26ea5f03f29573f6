import type { Feature } from '../../shared/feature.ts';
import { search } from './search.contract.ts';

export const searchFeature = {
  routes: { search },
} satisfies Feature;
