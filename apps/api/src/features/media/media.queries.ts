import { MEDIA_UNUSED_HOURS } from '@agora/contract/features/media/media.contract';
import type { Page } from '@agora/contract/shared/pagination';
import { count, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { type Media, media } from './media.table.ts';

const HOUR = 3_600_000;

export const listMedia = (db: Db, { skip, limit }: Page): Promise<Media[]> =>
  db.select().from(media).orderBy(desc(media.created_at), desc(media.id)).offset(skip).limit(limit);

export async function countMedia(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(media);
  return row?.count ?? 0;
}

/** The picture, if it is there; it then counts as sent now. */
export async function resendMedia(db: Db, id: string, now: Date): Promise<Media | undefined> {
  const [row] = await db.update(media).set({ sent_at: now }).where(eq(media.id, id)).returning();
  return row;
}

/** The picture as it is there then: somebody else may have sent the same one a moment before. */
export async function insertMedia(tx: Db, row: Media): Promise<Media> {
  const [stored = row] = await tx
    .insert(media)
    .values(row)
    .onConflictDoUpdate({ target: media.id, set: { sent_at: row.sent_at } })
    .returning();
  return stored;
}

/** The pictures of these ids, which are not deleted before the transaction ends. */
export const holdMedia = (tx: Db, ids: readonly string[]): Promise<Media[]> =>
  tx
    .select()
    .from(media)
    .where(inArray(media.id, [...ids]))
    .orderBy(media.id)
    .for('key share');

/** Pictures at a time that are looked at. */
const BATCH = 100;

/** Locks pictures that were sent long ago, and that nobody holds. */
export const lockOldMedia = (tx: Db, now: Date, after: string) =>
  tx
    .select({ id: media.id })
    .from(media)
    .where(
      sql`${lte(media.sent_at, new Date(now.getTime() - MEDIA_UNUSED_HOURS * HOUR))} and ${media.id} > ${after}::uuid`,
    )
    .orderBy(media.id)
    .limit(BATCH)
    .for('update', { skipLocked: true });

export const deleteMedia = (tx: Db, ids: readonly string[]) =>
  tx.delete(media).where(inArray(media.id, [...ids]));
