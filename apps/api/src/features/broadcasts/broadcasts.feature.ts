import { defineFeature } from '../../platform/feature.ts';
import { appNotificationsRoutes } from './app/broadcasts.app.routes.ts';
import { pushedAmong } from './broadcasts.queries.ts';
import { broadcastsRoutes } from './compose/broadcasts.routes.ts';
import { segmentsRoutes } from './segments/broadcasts.segments.routes.ts';
import { broadcastsJobs } from './sending/broadcasts.jobs.ts';

export const broadcastsFeature = defineFeature({
  routes: {
    broadcasts: broadcastsRoutes,
    appNotifications: appNotificationsRoutes,
    segments: segmentsRoutes,
  },
  jobs: broadcastsJobs,
  schedule: ['*/5 * * * * read_push_receipts', '* * * * * make_daily_pushes'],
  shownAmong: pushedAmong,
});
