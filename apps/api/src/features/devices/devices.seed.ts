import { mulberry32, pick, uuidAt } from '../../platform/random.ts';
import type { NewUser } from '../accounts/accounts.users.table.ts';
import type { NewDevice } from './devices.table.ts';

const SEED = 20_260_407;
const DAY = 86_400_000;
/** Shares of members: with a phone, with a second device, with pushes forbidden on the phone. */
const WITH_PHONE = 0.75;
const WITH_SECOND = 0.15;
const DENIED = 0.08;
const VERSIONS = ['2.12.0', '2.13.1', '2.14.0'];
const MODELS = {
  ios: ['iPhone 17', 'iPhone 15'],
  android: ['Pixel 9', 'Galaxy S25'],
  web: ['Firefox'],
} as const;

/** Demo phones of members: most reachable, some stale, without permission or muted. Deterministic. */
export function demoDevices({ users, now }: { users: readonly NewUser[]; now: Date }): NewDevice[] {
  const random = mulberry32(SEED);
  const toDevice = (user: NewUser): NewDevice => {
    const platform = pick(random, ['ios', 'android', 'android', 'web'] as const);
    const last_seen_at = user.last_seen_at ?? user.created_at;
    const id = uuidAt(user.created_at, random);
    return {
      id,
      installation_id: uuidAt(user.created_at, random),
      user_id: user.id,
      platform,
      provider: 'fcm',
      token: `demo-${id}`,
      token_hash: `demo-${id}`,
      locale: user.locale,
      time_zone: pick(random, ['Europe/Paris', 'Europe/Paris', 'America/Montreal', null]),
      app_version: pick(random, VERSIONS),
      os_version: null,
      model: pick(random, MODELS[platform]),
      push_permission: random() < DENIED ? 'denied' : 'granted',
      created_at: user.created_at,
      last_seen_at,
      muted_until: mutedUntil(user, now),
    };
  };
  return users
    .filter(({ invitation_expires_at }) => !invitation_expires_at)
    .flatMap((user) => {
      const count = random() >= WITH_PHONE ? 0 : random() < WITH_SECOND ? 2 : 1;
      return Array.from({ length: count }, () => toDevice(user));
    });
}

/** Unlimited, for as long as the demo exists. */
const mutedUntil = ({ is_active, deleted_at, deactivated_until }: NewUser, now: Date) =>
  deleted_at || is_active === false ? (deactivated_until ?? new Date(now.getTime() + 3650 * DAY)) : null;
