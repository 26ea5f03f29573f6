import { defineFeature } from '../../platform/feature.ts';
import { privateRoutes } from './system.private.routes.ts';
import { utilsJobs } from './system.utils.jobs.ts';
import { utilsRoutes } from './system.utils.routes.ts';

export const systemFeature = defineFeature({
  routes: { utils: utilsRoutes, private: privateRoutes },
  jobs: utilsJobs,
});
