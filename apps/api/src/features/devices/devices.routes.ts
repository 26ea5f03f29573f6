import { contract } from '@agora/contract';
import type { DevicePublic, DeviceState } from '@agora/contract/features/devices/devices.contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { router } from '../../platform/http/router.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { countDevices, deleteDevice, findDevice, type ListedDevice, listDevices } from './devices.queries.ts';
import { sendTests } from './devices.service.ts';

const toDevice = (row: ListedDevice): DevicePublic => ({
  id: row.id,
  user: row.user,
  platform: row.platform,
  provider: row.provider,
  state: row.state as DeviceState,
  locale: row.locale,
  time_zone: row.time_zone,
  app_version: row.app_version,
  os_version: row.os_version,
  model: row.model,
  push_permission: row.push_permission,
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  disabled_at: row.disabled_at?.toISOString() ?? null,
  disabled_reason: row.disabled_reason,
});

/** Seconds that a test push is kept for an offline phone. */
const TEST_TTL = 600;

const TEST_TEXTS = {
  fr: { title: 'Notification de test', body: 'Cet appareil reçoit les notifications.' },
  en: { title: 'Test notification', body: 'This device receives notifications.' },
} as const;

export const devicesRoutes = (deps: RouteDeps) => {
  const { db, now } = deps;
  return router(contract.devices, {
    readDevices: async ({ query: { skip, limit, ...filter } }) => {
      const [rows, count] = await Promise.all([
        listDevices(db, { skip, limit }, filter, now()),
        countDevices(db, filter, now()),
      ]);
      return { status: 200, body: { data: rows.map(toDevice), count } };
    },
    deleteDevice: async ({ params }) => {
      if (!(await db.transaction((tx) => deleteDevice(tx, params.id))))
        throw new AppError('device_not_found');
      return { status: 200, body: { message: 'Device deleted successfully' } };
    },
    testDevice: async ({ params, request }) => {
      const device = await findDevice(db, params.id);
      if (!device) throw new AppError('device_not_found');
      const { id, locale } = device;
      const content = {
        ...TEST_TEXTS[locale],
        locale,
        link: null,
        image: null,
        notificationId: null,
        collapseId: id,
        ttl: TEST_TTL,
      };
      return {
        status: 200,
        body: await sendTests({ ...deps, by: callerOf(request).id }, [{ device, content }]),
      };
    },
  });
};
