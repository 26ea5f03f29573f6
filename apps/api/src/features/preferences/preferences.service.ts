import type { Db } from '../../platform/db/client.ts';
import { findPreferences } from './preferences.queries.ts';

/** The time zone that somebody chose; undefined for whoever leaves that to the organisation. */
export async function timeZoneOf(db: Db, user_id: string): Promise<string | undefined> {
  const [chosen] = await findPreferences(db, { user_id });
  return chosen?.time_zone ?? undefined;
}
