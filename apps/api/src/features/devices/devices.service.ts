import { createHash } from 'node:crypto';
import {
  DEVICES_MAX,
  type DevicePut,
  type NotificationPreferences,
  type NotificationPreferencesUpdate,
} from '@agora/contract/features/devices/devices.app.contract';
import type { PushTest } from '@agora/contract/features/devices/devices.contract';
import { v7 as uuidv7 } from 'uuid';
import { auditActOn } from '../../platform/db/audit-account.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { fieldProblem } from '../../platform/http/router.ts';
import { JobFailedForGood } from '../../platform/jobs/queue.ts';
import type { PushContent, PushOutcome, PushProviders } from '../../platform/push/push.ts';
import { isSubscription } from '../../platform/push/web-push.ts';
import { rejectErasedCaller } from '../accounts/sessions/accounts.sessions.service.ts';
import {
  deleteExcessDevices,
  disableDevices,
  findDevices,
  findNotificationPreferences,
  listReachableDevices,
  lockOwners,
  lockToken,
  removeTokenElsewhere,
  upsertDevice,
  upsertNotificationPreferences,
} from './devices.queries.ts';
import { ALL_WANTED, type Device } from './devices.table.ts';

export { disableDevices };

type Work = Pick<Deps, 'db' | 'now'>;

/** Member who starts the app, and their session. */
interface Owner {
  id: string;
  sid: string;
  locale: Device['locale'];
}

/** Token formats. FCM's is undocumented, but differs from Apple's tokens: 32 bytes in hex. */
const IS_TOKEN: Record<DevicePut['provider'], (token: string) => boolean> = {
  fcm: (token) => /^(?![\da-f]{64}$)[\w:.-]{20,}$/i.test(token),
  expo: (token) => /^Expo(nent)?PushToken\[[\w-]+\]$/.test(token),
  webpush: isSubscription,
};

function requireToken({ provider, token }: DevicePut): void {
  if (IS_TOKEN[provider](token)) return;
  throw fieldProblem('token', {
    type: 'push_token_invalid',
    message: `Value error, this is no token of the provider '${provider}'`,
  });
}

/** Identity of a token: a subscription is identified by its endpoint, however it is serialised. */
const addressOf = ({ provider, token }: DevicePut): string =>
  provider === 'webpush' ? (JSON.parse(token) as { endpoint: string }).endpoint : token;

/**
 * Registers the push settings of an installation. It is removed from a previous owner, and its token from
 * other installations, so that a shared phone shows only pushes of its current member.
 * @throws {AppError} `push_provider_unavailable`, or a 422
 */
export async function registerDevice(
  { db, now, push }: Work & { push: PushProviders },
  owner: Owner,
  installation_id: string,
  fields: DevicePut,
): Promise<void> {
  requireToken(fields);
  if (!push[fields.provider]) throw new AppError('push_provider_unavailable');
  const device = {
    ...fields,
    id: uuidv7(),
    installation_id,
    user_id: owner.id,
    session_id: owner.sid,
    token_hash: createHash('sha256').update(addressOf(fields)).digest('base64url'),
    created_at: now(),
    last_seen_at: now(),
  };
  await db
    .transaction(async (tx) => {
      await lockToken(tx, device.token_hash);
      const owners = await lockOwners(tx, device);
      // The language may have changed since the request was authenticated.
      const { locale } = owners.find(({ id }) => id === owner.id) ?? owner;
      await removeTokenElsewhere(tx, device);
      await upsertDevice(tx, { ...device, locale: fields.locale ?? locale });
      await deleteExcessDevices(tx, owner.id, DEVICES_MAX);
    })
    .catch(rejectErasedCaller('devices_user_id_users_id_fk', 'devices_session_id_sessions_id_fk'));
}

export async function preferencesOf(db: Db, userId: string): Promise<NotificationPreferences> {
  const [chosen] = await findNotificationPreferences(db, userId);
  return chosen ?? ALL_WANTED;
}

/** Stores the fields sent. */
export async function choosePreferences(
  db: Db,
  userId: string,
  changes: NotificationPreferencesUpdate,
): Promise<NotificationPreferences> {
  if (Object.keys(changes).length === 0) return preferencesOf(db, userId);
  const [chosen] = await upsertNotificationPreferences(db, userId, changes).catch(
    rejectErasedCaller('notification_preferences_user_id_users_id_fk'),
  );
  return chosen ?? ALL_WANTED;
}

/** Returns the devices with these ids, or the member's reachable ones, last seen first. */
export const devicesForTest = ({ db, now }: Work, userId: string, ids?: readonly string[]) =>
  ids ? findDevices(db, ids) : listReachableDevices(db, userId, now());

/** Time limit for a push to single devices, in milliseconds, after which no further one is sent. */
const PUSH_TIMEOUT_MS = 15_000;

const disable = ({ db, now }: Work, { id, token_hash }: Device, code: string) =>
  disableDevices(db, [{ id, token_hash, code }], now());

/**
 * Sends a push to a device of a member, if it still is theirs and reachable. Marks a dead token.
 * @param contentIn returns the push in a language
 * @throws {JobFailedForGood} if a retry is pointless; any other error requests one
 */
export async function pushToDevice(
  { db, now, push }: Work & { push: PushProviders },
  owner: { user_id: string; device_id: string },
  contentIn: (locale: Device['locale']) => PushContent,
): Promise<void> {
  const reachable = await listReachableDevices(db, owner.user_id, now());
  const device = reachable.find(({ id }) => id === owner.device_id);
  if (!device) return;
  const message = { ...contentIn(device.locale), token: device.token };
  const signal = AbortSignal.timeout(PUSH_TIMEOUT_MS);
  const [outcome] = (await push[device.provider]?.send([message], signal)) ?? [];
  if (outcome?.kind === 'accepted') return;
  if (outcome?.kind === 'dead') await disable({ db, now }, device, outcome.code);
  else if (outcome?.kind === 'retry' || outcome?.kind === 'unsent') throw new Error(`push: ${outcome.kind}`);
  else throw new JobFailedForGood(`push: ${outcome?.code ?? 'push_provider_unavailable'}`);
}

/** Returns the reachable devices of a member. */
export const reachableDevices = ({ db, now }: Work, userId: string) =>
  listReachableDevices(db, userId, now());

/** True while its member is muted: `infinity`, without an end, is not a JavaScript date. */
const isMuted = ({ muted_until }: Device, now: Date) => muted_until !== null && !(muted_until <= now);

/**
 * Sends one push to each device at once and returns the results: devices of members who are deactivated or in
 * the trash get none. Marks dead tokens.
 * @param work with the id of the account that sends them
 */
export async function sendTests(
  { db, now, push, by }: Work & { push: PushProviders; by: string },
  tests: readonly { device: Device; content: PushContent }[],
): Promise<PushTest> {
  await auditActOn(db, by, { test_push: [null, tests.length] });
  const signal = AbortSignal.timeout(PUSH_TIMEOUT_MS);
  const data = await Promise.all(
    tests.map(async ({ device, content }) => {
      const locale = content.locale as Device['locale'];
      const target = { device_id: device.id, locale };
      if (isMuted(device, now())) return { ...target, is_accepted: false, error_code: 'member_inactive' };
      const message = { ...content, token: device.token };
      const [outcome] = (await push[device.provider]?.send([message], signal)) ?? [];
      if (outcome?.kind === 'dead') await disable({ db, now }, device, outcome.code);
      return { ...target, ...toResult(outcome) };
    }),
  );
  return { data, count: data.length };
}

function toResult(outcome: PushOutcome | undefined) {
  const is_accepted = outcome?.kind === 'accepted';
  const error_code = outcome && 'code' in outcome ? outcome.code : 'push_provider_unavailable';
  return { is_accepted, error_code: is_accepted ? null : error_code };
}
