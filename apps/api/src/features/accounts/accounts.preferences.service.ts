import type { Db } from '../../platform/db/client.ts';
import { findTimeZone } from './accounts.preferences.queries.ts';

/** The time zone of somebody, by their choice or their phone; undefined where only the organisation's is known. */
export async function timeZoneOf(db: Db, user_id: string): Promise<string | undefined> {
  const [known] = await findTimeZone(db, { user_id });
  return known?.time_zone ?? undefined;
}
