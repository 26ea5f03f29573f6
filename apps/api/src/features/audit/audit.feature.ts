import { defineFeature } from '../../platform/feature.ts';
import { deleteExpiredAuditLogs } from './audit.queries.ts';
import { auditLogsRoutes } from './audit.routes.ts';

export const auditFeature = defineFeature({
  routes: { auditLogs: auditLogsRoutes },
  housekeeping: ({ db }) => deleteExpiredAuditLogs(db),
});
