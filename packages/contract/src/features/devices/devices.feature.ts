import type { Feature } from '../../shared/feature.ts';
import { appDevices } from './devices.app.contract.ts';
import { devices } from './devices.contract.ts';
import { devicesErrors } from './devices.rules.ts';

export const devicesFeature = {
  routes: { devices, appDevices },
  errors: devicesErrors,
} satisfies Feature;
