import { defineFeature } from '../../platform/feature.ts';
import { appHomeRoutes } from './dashboard.app.routes.ts';
import { dashboardRoutes } from './dashboard.routes.ts';

export const dashboardFeature = defineFeature({
  routes: { dashboard: dashboardRoutes, appHome: appHomeRoutes },
});
