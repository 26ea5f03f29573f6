import { defineFeature } from '../../platform/feature.ts';
import { appDevicesRoutes } from './devices.app.routes.ts';
import { devicesRoutes } from './devices.routes.ts';
import { deviceCounts } from './devices.table.ts';

export const devicesFeature = defineFeature({
  routes: { devices: devicesRoutes, appDevices: appDevicesRoutes },
  counts: deviceCounts,
});
