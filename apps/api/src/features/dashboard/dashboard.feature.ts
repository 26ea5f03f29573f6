import { defineFeature } from '../../platform/feature.ts';
import { appHomeRoutes } from './dashboard.app.routes.ts';
import { appPreviewRoutes } from './dashboard.preview.routes.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { statisticsRoutes } from './dashboard.statistics.routes.ts';
import { summaryJobs } from './dashboard.summary.jobs.ts';
import { talliesJobs } from './dashboard.tallies.jobs.ts';

export const dashboardFeature = defineFeature({
  routes: {
    dashboard: dashboardRoutes,
    statistics: statisticsRoutes,
    appHome: appHomeRoutes,
    appPreview: appPreviewRoutes,
  },
  jobs: (deps) => ({ ...summaryJobs(deps), ...talliesJobs(deps) }),
  schedule: ['*/15 * * * * weekly_summaries', '* * * * * sum_up_statistics'],
});
