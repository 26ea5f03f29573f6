import type { Errors } from '../../shared/errors.ts';

export const devicesErrors = {
  device_not_found: [404, 'Device not found'],
  push_provider_unavailable: [409, 'There are no credentials for this push provider'],
  no_test_device: [409, 'There is no device to send a test to'],
} as const satisfies Errors;
