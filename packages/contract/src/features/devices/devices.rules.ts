import type { Errors } from '../../shared/errors.ts';

/** Days after which pushes skip a device that was not seen. */
export const DEVICE_STALE_DAYS = 60;

export const PLATFORMS = ['ios', 'android', 'web'] as const;
/** Names of platforms, the same in every language. */
export const PLATFORM_NAMES = {
  ios: 'iOS',
  android: 'Android',
  web: 'Web',
} as const satisfies Record<(typeof PLATFORMS)[number], string>;

/** Topics of pushes. `service` concerns the account or the app itself, and can't be declined. */
export const PUSH_CATEGORIES = ['announcement', 'news', 'daily', 'service'] as const;

export const devicesErrors = {
  device_not_found: [404, 'Device not found'],
  push_provider_unavailable: [409, 'There are no credentials for this push provider'],
  no_test_device: [409, 'There is no device to send a test to'],
} as const satisfies Errors;
