import { defineFeature } from '../../platform/feature.ts';
import { appDevicesRoutes } from './devices.app.routes.ts';
import { sumUpDeviceCounts } from './devices.queries.ts';
import { devicesRoutes } from './devices.routes.ts';

export const devicesFeature = defineFeature({
  routes: { devices: devicesRoutes, appDevices: appDevicesRoutes },
  sumUpCounts: sumUpDeviceCounts,
});
