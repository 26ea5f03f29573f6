import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { knownDevices } from './accounts.sessions.table.ts';

type Device = typeof knownDevices.$inferInsert;

export async function hasKnownDevice(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(knownDevices)
    .where(eq(knownDevices.user_id, userId))
    .limit(1);
  return rows.length > 0;
}

/** @returns true if the device was known */
export async function touchDevice(
  db: Db,
  { user_id, network, program, last_used_at }: Device,
): Promise<boolean> {
  const known = await db
    .update(knownDevices)
    .set({ last_used_at })
    .where(
      and(
        eq(knownDevices.user_id, user_id),
        eq(knownDevices.network, network),
        eq(knownDevices.program, program),
      ),
    )
    .returning({ user_id: knownDevices.user_id });
  return known.length > 0;
}

export const insertDevice = (db: Db, device: Device) => db.insert(knownDevices).values(device);

export const deleteDevicesUntil = (db: Db, end: Date) =>
  db.delete(knownDevices).where(lte(knownDevices.last_used_at, end));
