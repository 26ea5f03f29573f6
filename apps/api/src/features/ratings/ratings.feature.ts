import { defineFeature } from '../../platform/feature.ts';
import { appRatingsRoutes } from './ratings.app.routes.ts';
import { ratingsRoutes } from './ratings.routes.ts';

export const ratingsFeature = defineFeature({
  routes: { ratings: ratingsRoutes, appRatings: appRatingsRoutes },
});
