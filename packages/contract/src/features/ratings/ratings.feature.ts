import type { Feature } from '../../shared/feature.ts';
import { appRatings } from './ratings.app.contract.ts';
import { ratings } from './ratings.contract.ts';
import { ratingsErrors } from './ratings.rules.ts';

export const ratingsFeature = {
  routes: { ratings, appRatings },
  errors: ratingsErrors,
  readBy: { rating: { can: 'ratings.read' } },
} satisfies Feature;
