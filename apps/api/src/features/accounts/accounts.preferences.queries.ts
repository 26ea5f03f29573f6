import type { PreferencesUpdate } from '@agora/contract/features/accounts/accounts.preferences.contract';
import { eq, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/db/client.ts';
import { preferences, timeZoneOfUser } from './accounts.preferences.table.ts';

export const findPreferences = prepared((db) =>
  db
    .select()
    .from(preferences)
    .where(eq(preferences.user_id, sql.placeholder('user_id')))
    .prepare('find_preferences'),
);

export const findTimeZone = prepared((db) =>
  db
    .select({ time_zone: timeZoneOfUser(sql`${sql.placeholder('user_id')}::uuid`) })
    .from(sql`(values (1)) as one`)
    .prepare('find_time_zone'),
);

/** Stores the fields sent (at least one); fields that were never sent keep their defaults. */
export const upsertPreferences = (db: Db, user_id: string, changes: PreferencesUpdate) =>
  db
    .insert(preferences)
    .values({ user_id, ...changes })
    .onConflictDoUpdate({ target: preferences.user_id, set: changes })
    .returning();
