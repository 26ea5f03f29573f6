import { defineFeature } from '../../platform/feature.ts';
import { searchRoutes } from './search.routes.ts';

export const searchFeature = defineFeature({ routes: { search: searchRoutes } });
