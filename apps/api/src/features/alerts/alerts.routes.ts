import { contract } from '@agora/contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { router } from '../../platform/http/router.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { deleteOldAlerts, listAlerts, markRead } from './alerts.queries.ts';

const toIso = (moment: string) => new Date(moment).toISOString();

const alertsRoutes = ({ db }: RouteDeps) =>
  router(contract.alerts, {
    readAlerts: async ({ request }) => {
      const rows = await listAlerts(db, callerOf(request));
      const data = rows.map((alert) => ({
        ...alert,
        created_at: toIso(alert.created_at),
        read_at: alert.read_at && toIso(alert.read_at),
      }));
      return { status: 200, body: { data, count: data.length, unread: rows[0]?.unread ?? 0 } };
    },
    markAlertsRead: async ({ body, request }) => {
      await markRead(db, callerOf(request).id, body);
      return { status: 200, body: { message: 'Marked as read' } };
    },
  });

export const alertsFeature = defineFeature({
  routes: { alerts: alertsRoutes },
  housekeeping: ({ db }) => deleteOldAlerts(db),
});
