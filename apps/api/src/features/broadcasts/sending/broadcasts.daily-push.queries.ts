import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { broadcasts, type NewBroadcast } from '../broadcasts.table.ts';

const isUnfinished = sql`${broadcasts.status} in ('scheduled', 'sending', 'paused')`;
const hasOtherText = sql`(${broadcasts.translations}, ${broadcasts.missing_locale})
  is distinct from (excluded.translations, excluded.missing_locale)`;

/** Inserts the push of a day, or updates the text if it exists and has not ended. */
export const upsertDailyPush = (db: Db, push: NewBroadcast) =>
  db
    .insert(broadcasts)
    .values(push)
    .onConflictDoUpdate({
      target: broadcasts.day,
      set: {
        translations: sql`excluded.translations`,
        missing_locale: sql`excluded.missing_locale`,
        version: sql`${broadcasts.version} + 1`,
        updated_at: sql`excluded.updated_at`,
      },
      setWhere: sql`${isUnfinished} and ${hasOtherText}`,
    });

/** Marks missed pushes of earlier days as given up: no one can send them any more. */
export const markMissedDailyPushes = (db: Db, day: string, now: Date) =>
  db
    .update(broadcasts)
    .set({
      status: 'cancelled',
      finished_at: now,
      version: sql`${broadcasts.version} + 1`,
      updated_at: now,
    })
    .where(and(eq(broadcasts.status, 'missed'), lt(broadcasts.day, day)));
