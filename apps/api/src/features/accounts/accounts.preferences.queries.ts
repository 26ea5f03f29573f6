import type { PreferencesUpdate } from '@agora/contract/features/accounts/accounts.preferences.contract';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../platform/db/client.ts';
import { preferences, timeZoneOfUser } from './accounts.preferences.table.ts';
import { isActiveAt, users } from './accounts.users.table.ts';

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

/** Stores the fields sent (at least one); fields and tables that were never sent keep their defaults. */
export const upsertPreferences = (db: Db, user_id: string, { columns, ...changes }: PreferencesUpdate) =>
  db
    .insert(preferences)
    .values({ user_id, ...changes, ...(columns && { columns }) })
    .onConflictDoUpdate({
      target: preferences.user_id,
      set: { ...changes, ...(columns && { columns: sql`${preferences.columns} || excluded.columns` }) },
    })
    .returning();

const wantsSummary = (now: Date) =>
  and(
    preferences.weekly_summary,
    eq(preferences.user_id, users.id),
    sql`account_can(${users.id}, 'statistics.read')`,
    isNull(users.deleted_at),
    isActiveAt(now),
  );

/**
 * Marks the summary of a week as sent to all its subscribers, and returns the newly marked ones. Of several concurrent
 * calls, exactly one returns each subscriber.
 * @param week the Monday after it
 */
export const claimSummaries = (db: Db, week: string, now: Date) =>
  db
    .update(preferences)
    .set({ summary_week: week })
    .from(users)
    .where(and(wantsSummary(now), or(isNull(preferences.summary_week), lt(preferences.summary_week, week))))
    .returning({ user_id: preferences.user_id });

/** Address and language of a subscriber of the summary; undefined if they unsubscribed or lost the right to it. */
export async function findSummaryReader(db: Db, user_id: string, now: Date) {
  const [reader] = await db
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .innerJoin(preferences, wantsSummary(now))
    .where(eq(users.id, user_id));
  return reader;
}

export const endSummaries = (db: Db, user_id: string) =>
  db
    .update(preferences)
    .set({ weekly_summary: false })
    .where(and(eq(preferences.user_id, user_id), preferences.weekly_summary))
    .returning({ user_id: preferences.user_id });
