import { contract } from '@agora/contract';
import { TIME_ZONE_USED } from '@agora/contract/shared/phone-time-zone';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { phoneTimeZone } from '../../platform/time/phone-time-zone.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { deleteInstallation } from './devices.queries.ts';
import { choosePreferences, preferencesOf, registerDevice } from './devices.service.ts';

export const appDevicesRoutes = (deps: RouteDeps) => {
  const { db, config } = deps;
  return router(contract.appDevices, {
    putDevice: async ({ params, body, request, reply }) => {
      const time_zone = (body.time_zone && phoneTimeZone(body.time_zone)) ?? null;
      await registerDevice(deps, callerOf(request), params.installation_id, { ...body, time_zone });
      void reply.header(TIME_ZONE_USED, time_zone ?? config.TIME_ZONE);
      return { status: 200, body: { message: 'Device registered' } };
    },
    deleteDevice: async ({ params, request }) => {
      await deleteInstallation(db, callerOf(request).id, params.installation_id);
      return { status: 200, body: { message: 'Device forgotten' } };
    },
    readNotificationPreferences: async ({ request }) => ({
      status: 200,
      body: await preferencesOf(db, callerOf(request).id),
    }),
    updateNotificationPreferences: async ({ body, request }) => ({
      status: 200,
      body: await choosePreferences(db, callerOf(request).id, body),
    }),
  });
};
