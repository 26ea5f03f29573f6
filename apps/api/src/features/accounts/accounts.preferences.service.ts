import type { Db } from '../../platform/db/client.ts';
import { findTimeZone } from './accounts.preferences.queries.ts';

/** The user's chosen time zone, else their phone's; undefined if neither is known. */
export async function timeZoneOf(db: Db, user_id: string): Promise<string | undefined> {
  const [known] = await findTimeZone(db, { user_id });
  return known?.time_zone ?? undefined;
}
