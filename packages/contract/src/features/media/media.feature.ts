import type { Feature } from '../../shared/feature.ts';
import { media } from './media.contract.ts';
import { mediaErrors } from './media.errors.ts';

export const mediaFeature = {
  routes: { media },
  errors: mediaErrors,
} satisfies Feature;
