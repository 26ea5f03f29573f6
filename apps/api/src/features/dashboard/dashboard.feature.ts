import { defineFeature } from '../../platform/feature.ts';
import { appHomeRoutes } from './dashboard.app.routes.ts';
import { dayCounts } from './dashboard.day-counts.table.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { statisticsRoutes } from './dashboard.statistics.routes.ts';
import { summaryJobs } from './dashboard.summary.jobs.ts';

export const dashboardFeature = defineFeature({
  routes: { dashboard: dashboardRoutes, statistics: statisticsRoutes, appHome: appHomeRoutes },
  jobs: summaryJobs,
  schedule: ['*/15 * * * * weekly_summaries'],
  counts: dayCounts,
});
