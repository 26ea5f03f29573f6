import type { Feature } from '../../shared/feature.ts';
import { privateRoutes } from './system.private.contract.ts';
import { utils } from './system.utils.contract.ts';

export const systemFeature = {
  routes: { utils, private: privateRoutes },
} satisfies Feature;
