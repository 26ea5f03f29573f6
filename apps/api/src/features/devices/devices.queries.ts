import type { NotificationPreferencesUpdate } from '@agora/contract/features/devices/devices.app.contract';
import type { DeviceFilter } from '@agora/contract/features/devices/devices.contract';
import type { Page } from '@agora/contract/shared/pagination';
import { and, asc, desc, eq, getTableColumns, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { auditAccount } from '../../platform/db/audit-account.ts';
import type { Db } from '../../platform/db/client.ts';
import { when } from '../../platform/db/filter.ts';
import { momentOf } from '../../platform/db/moment.ts';
import { users } from '../accounts/accounts.users.table.ts';
import {
  type Device,
  devices,
  type NewDevice,
  notificationPreferences,
  staleBefore,
} from './devices.table.ts';

/** First applicable reason that blocks pushes to a device (`DeviceState`). */
const stateAt = (now: Date) => sql<string>`case
  when ${devices.muted_until} > ${momentOf(now)} then 'muted'
  when ${devices.disabled_at} is not null then 'disabled'
  when ${devices.push_permission} = 'denied' then 'denied'
  when ${devices.last_seen_at} < ${momentOf(staleBefore(now))} then 'stale'
  else 'reachable' end`;

const matches = ({ user_id, platform, state }: DeviceFilter, now: Date): SQL | undefined =>
  and(
    when(user_id, (id) => eq(devices.user_id, id)),
    when(platform, (name) => eq(devices.platform, name)),
    when(state, (name) => sql`${stateAt(now)} = ${name}`),
  );

export const listDevices = (db: Db, { skip, limit }: Page, filter: DeviceFilter, now: Date) =>
  db
    .select({
      ...getTableColumns(devices),
      state: stateAt(now),
      user: { id: users.id, email: users.email, full_name: users.full_name },
    })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.user_id))
    .where(matches(filter, now))
    .orderBy(desc(devices.last_seen_at), desc(devices.id))
    .offset(skip)
    .limit(limit);

export type ListedDevice = Awaited<ReturnType<typeof listDevices>>[number];

export const countDevices = (db: Db, filter: DeviceFilter, now: Date) =>
  db.$count(devices, matches(filter, now));

export async function findDevice(db: Db, id: string): Promise<Device | undefined> {
  const [device] = await db.select().from(devices).where(eq(devices.id, id));
  return device;
}

export const findDevices = (db: Db, ids: readonly string[]): Promise<Device[]> =>
  db
    .select()
    .from(devices)
    .where(inArray(devices.id, [...ids]))
    .orderBy(devices.id);

/** Lists the reachable devices of a member, the last seen first. */
export const listReachableDevices = (db: Db, userId: string, now: Date): Promise<Device[]> =>
  db
    .select()
    .from(devices)
    .where(matches({ user_id: userId, state: 'reachable' }, now))
    .orderBy(desc(devices.last_seen_at), desc(devices.id));

/** Stores the current state of a device. A previous owner of the installation loses it. */
export async function upsertDevice(tx: Db, device: NewDevice): Promise<void> {
  const { id: _id, created_at: _created, ...now } = device;
  await tx
    .insert(devices)
    .values(device)
    .onConflictDoUpdate({
      target: devices.installation_id,
      set: { ...now, disabled_at: null, disabled_reason: null },
    });
}

export const insertDevices = (db: Db, rows: NewDevice[]) => db.insert(devices).values(rows);

/** Serialises registrations of one token, until commit. */
export const lockToken = (tx: Db, tokenHash: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('devices.token'), hashtext(${tokenHash}))`);

const hasToken = ({ provider, token_hash }: Pick<Device, 'provider' | 'token_hash'>) =>
  and(eq(devices.provider, provider), eq(devices.token_hash, token_hash));

/**
 * Serialises changes to the devices of a member and of those who lose the installation or the token to them, until
 * commit, before any of these devices is locked: members who exchange phones wait for each other in one order.
 */
export function lockOwners(
  tx: Db,
  device: Pick<Device, 'installation_id' | 'user_id' | 'provider' | 'token_hash'>,
) {
  const isLost = or(eq(devices.installation_id, device.installation_id), hasToken(device));
  const losers = tx.select({ id: devices.user_id }).from(devices).where(isLost);
  return tx
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(sql`${users.id} = any(array(${losers}) || ${device.user_id}::uuid)`)
    .orderBy(asc(users.id))
    .for('no key update');
}

/** Removes a token from all other installations. */
export const removeTokenElsewhere = (
  tx: Db,
  device: Pick<Device, 'installation_id' | 'provider' | 'token_hash'>,
) => tx.delete(devices).where(and(hasToken(device), ne(devices.installation_id, device.installation_id)));

/** Deletes the devices of a member beyond the last seen. @param limit number of devices to keep */
export const deleteExcessDevices = (tx: Db, userId: string, limit: number) =>
  tx
    .delete(devices)
    .where(
      sql`${devices.id} in (${tx
        .select({ id: devices.id })
        .from(devices)
        .where(eq(devices.user_id, userId))
        .orderBy(desc(devices.last_seen_at), desc(devices.id))
        .offset(limit)})`,
    );

/**
 * Deletes a device, with an entry in the audit log of its member.
 * @param tx a transaction with the actor set
 * @returns true if it existed
 */
export async function deleteDevice(tx: Db, id: string): Promise<boolean> {
  const [gone] = await tx.delete(devices).where(eq(devices.id, id)).returning();
  if (gone) await auditAccount(tx, gone.user_id, { device: [gone.model ?? gone.platform, null] });
  return gone !== undefined;
}

/** Ends pushes to an installation, unless it has another owner since. */
export const deleteInstallation = (db: Db, userId: string, installationId: string) =>
  db.delete(devices).where(and(eq(devices.installation_id, installationId), eq(devices.user_id, userId)));

/** A device whose token the provider called dead, with the provider's reason. */
export interface DeadDevice extends Pick<Device, 'id' | 'token_hash'> {
  code: string;
}

/** Disables devices with dead tokens, unless they have registered another token since. */
export const disableDevices = (db: Db, dead: readonly DeadDevice[], now: Date) =>
  db.execute(sql`
    update devices set disabled_at = ${momentOf(now)}, disabled_reason = dead.code
    from jsonb_to_recordset(${JSON.stringify(dead)}::jsonb) as dead (id uuid, token_hash text, code text)
    where devices.id = dead.id and devices.token_hash = dead.token_hash`);

const wanted = {
  announcement: notificationPreferences.announcement,
  news: notificationPreferences.news,
  daily: notificationPreferences.daily,
};

export const findNotificationPreferences = (db: Db, userId: string) =>
  db.select(wanted).from(notificationPreferences).where(eq(notificationPreferences.user_id, userId));

/** Stores the fields sent, at least one. */
export const upsertNotificationPreferences = (
  db: Db,
  user_id: string,
  changes: NotificationPreferencesUpdate,
) =>
  db
    .insert(notificationPreferences)
    .values({ user_id, ...changes })
    .onConflictDoUpdate({ target: notificationPreferences.user_id, set: changes })
    .returning(wanted);
