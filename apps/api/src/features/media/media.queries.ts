import { MEDIA_UNUSED_HOURS } from '@agora/contract/features/media/media.rules';
import type { Page } from '@agora/contract/shared/pagination';
import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { uploadDeadline } from '../../platform/storage.ts';
import { type Media, media } from './media.table.ts';

const HOUR = 3_600_000;

/** True if the picture is visible to anyone. */
const hasFiles = eq(media.has_files, true);

export const listMedia = (db: Db, { skip, limit }: Page): Promise<Media[]> =>
  db
    .select()
    .from(media)
    .where(hasFiles)
    .orderBy(desc(media.created_at), desc(media.id))
    .offset(skip)
    .limit(limit);

export const countMedia = (db: Db) => db.$count(media, hasFiles);

/** Returns the picture, if it exists, and sets the time it was last sent to now. */
export async function resendMedia(db: Db, id: string, now: Date): Promise<Media | undefined> {
  const [row] = await db
    .update(media)
    .set({ sent_at: now })
    .where(and(eq(media.id, id), hasFiles))
    .returning();
  return row;
}

/**
 * Inserts a row before its files are written, so that they are found if the upload never finishes, and stay
 * for `LONGEST_UPLOAD`. Waits while files of the same picture are deleted.
 */
export const insertPendingMedia = (db: Db, row: Media) =>
  db
    .insert(media)
    .values({ ...row, has_files: false })
    .onConflictDoUpdate({ target: media.id, set: { sent_at: row.sent_at } });

/** The same for stray files, whose size is unknown. Pictures with a row stay unchanged. */
export const insertStrayMedia = (db: Db, ids: readonly string[], now: Date) =>
  db
    .insert(media)
    .values(
      ids.map((id) => ({
        id,
        width: 1,
        height: 1,
        created_at: now,
        sent_at: new Date(0),
        has_files: false,
      })),
    )
    .onConflictDoNothing();

/** Shows a pending picture whose files were written. @returns nothing if they may have been deleted since */
export async function showMedia(db: Db, row: Media, now: Date): Promise<Media | undefined> {
  const { id, created_at: _first, ...fields } = row;
  const [shown] = await db
    .update(media)
    .set(fields)
    .where(and(eq(media.id, id), gt(media.sent_at, uploadDeadline(now))))
    .returning();
  return shown;
}

/** Locks the pictures of these ids against deletion until the transaction ends. */
export const lockMedia = (tx: Db, ids: readonly string[]): Promise<Media[]> =>
  tx
    .select()
    .from(media)
    .where(and(inArray(media.id, [...ids]), hasFiles))
    .orderBy(media.id)
    .for('key share');

/** Pictures checked per batch. */
const BATCH = 100;

/** Locks pictures that were sent long ago and are not locked. */
export const lockOldMedia = (tx: Db, now: Date, after: string) =>
  tx
    .select({ id: media.id })
    .from(media)
    .where(
      and(
        hasFiles,
        lte(media.sent_at, new Date(now.getTime() - MEDIA_UNUSED_HOURS * HOUR)),
        gt(media.id, after),
      ),
    )
    .orderBy(media.id)
    .limit(BATCH)
    .for('update', { skipLocked: true });

/** Hides pictures from everyone, before their files are deleted. */
export const endMedia = (tx: Db, ids: readonly string[]) =>
  tx
    .update(media)
    .set({ has_files: false })
    .where(inArray(media.id, [...ids]));

/** Deletes a hidden one, unless it is being sent. */
export async function deleteEndedMedia(tx: Db, now: Date): Promise<string | undefined> {
  const ended = tx
    .select({ id: media.id })
    .from(media)
    .where(and(sql`not ${media.has_files}`, lte(media.sent_at, uploadDeadline(now))))
    .orderBy(media.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await tx.delete(media).where(sql`${media.id} = (${ended})`).returning({ id: media.id });
  return row?.id;
}
