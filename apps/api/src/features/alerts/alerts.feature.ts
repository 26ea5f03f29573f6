import { defineFeature } from '../../platform/feature.ts';
import { deleteOldAlerts } from './alerts.queries.ts';
import { alertsRoutes } from './alerts.routes.ts';

export const alertsFeature = defineFeature({
  routes: { alerts: alertsRoutes },
  housekeeping: ({ db }) => deleteOldAlerts(db),
});
