import { browserOf, PROGRAM_NAME_MAX } from '@agora/contract/features/accounts/accounts.devices.rules';
import type { Db } from '../../../platform/db/client.ts';
import { enqueue } from '../../../platform/jobs/queue.ts';
import { deleteDevicesUntil, hasKnownDevice, insertDevice, touchDevice } from './accounts.devices.queries.ts';

interface SignIn {
  user_id: string;
  network: string;
  ip: string;
  user_agent: string;
}

const programOf = (userAgent: string): string => {
  const known = browserOf(userAgent);
  return known ? `${known.browser} ${known.system}` : userAgent.slice(0, PROGRAM_NAME_MAX);
};

/**
 * Notes where somebody of the team signs in, and mails them if it is a new device; never about their first one.
 * @param tx a transaction with the account locked
 */
export async function noteDevice(
  tx: Db,
  { user_id, network, ip, user_agent }: SignIn,
  now: Date,
): Promise<void> {
  const device = { user_id, network, program: programOf(user_agent), last_used_at: now };
  if (await touchDevice(tx, device)) return;
  const isFirst = !(await hasKnownDevice(tx, user_id));
  await insertDevice(tx, device);
  if (!isFirst)
    await enqueue(tx, 'users.new_device_mail', { user_id, ip, user_agent, at: now.toISOString() });
}

/** Days without use after which a device is new again. */
export const KNOWN_DEVICE_DAYS = 365;

const DAY = 86_400_000;

export const deleteOldDevices = (db: Db, now: Date) =>
  deleteDevicesUntil(db, new Date(now.getTime() - KNOWN_DEVICE_DAYS * DAY));
