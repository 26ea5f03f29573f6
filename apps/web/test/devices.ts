import type { DevicePublic } from '@agora/contract/features/devices/devices.contract';
import { anAccount, idOf } from './accounts.ts';

const { id, email, full_name } = anAccount();

/** A phone that pushes can reach. */
export const aDevice = (overrides: Partial<DevicePublic> = {}): DevicePublic => ({
  id: idOf(500),
  user: { id, email, full_name },
  platform: 'ios',
  provider: 'fcm',
  state: 'reachable',
  locale: 'en',
  time_zone: 'Europe/Paris',
  app_version: '2.14.0',
  os_version: '26.1',
  model: 'iPhone 17',
  push_permission: 'granted',
  created_at: '2026-01-02T10:00:00.000Z',
  last_seen_at: '2026-01-03T10:00:00.000Z',
  disabled_at: null,
  disabled_reason: null,
  ...overrides,
});
