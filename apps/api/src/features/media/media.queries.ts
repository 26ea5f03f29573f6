import { MEDIA_UNUSED_HOURS } from '@agora/contract/features/media/media.contract';
import type { Page } from '@agora/contract/shared/pagination';
import { and, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { type Media, media } from './media.table.ts';

const HOUR = 3_600_000;

/** Whether it is a picture to anybody. */
const isThere = eq(media.has_files, true);

export const listMedia = (db: Db, { skip, limit }: Page): Promise<Media[]> =>
  db
    .select()
    .from(media)
    .where(isThere)
    .orderBy(desc(media.created_at), desc(media.id))
    .offset(skip)
    .limit(limit);

export async function countMedia(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(media).where(isThere);
  return row?.count ?? 0;
}

/** The picture, if it is there; it then counts as sent now. */
export async function resendMedia(db: Db, id: string, now: Date): Promise<Media | undefined> {
  const [row] = await db
    .update(media)
    .set({ sent_at: now })
    .where(and(eq(media.id, id), isThere))
    .returning();
  return row;
}

/** Notes that files of a picture may begin to be there, so that they are found should nobody finish it. */
export const announceMedia = (db: Db, row: Media) =>
  db
    .insert(media)
    .values({ ...row, has_files: false })
    .onConflictDoNothing();

/** The same for files that are there, of pictures of unknown size. Nothing happens to pictures that have a row. */
export const announceStrays = (db: Db, ids: readonly string[], now: Date) =>
  db
    .insert(media)
    .values(ids.map((id) => ({ id, width: 1, height: 1, created_at: now, sent_at: now, has_files: false })))
    .onConflictDoNothing();

/** The picture as it is there then, held until its files are: somebody else may send the same one at once. */
export async function insertMedia(tx: Db, row: Media): Promise<Media> {
  const { sent_at, has_files } = row;
  const [stored = row] = await tx
    .insert(media)
    .values(row)
    .onConflictDoUpdate({ target: media.id, set: { sent_at, has_files } })
    .returning();
  return stored;
}

/** The pictures of these ids, which are not deleted before the transaction ends. */
export const holdMedia = (tx: Db, ids: readonly string[]): Promise<Media[]> =>
  tx
    .select()
    .from(media)
    .where(and(inArray(media.id, [...ids]), isThere))
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
      and(
        isThere,
        lte(media.sent_at, new Date(now.getTime() - MEDIA_UNUSED_HOURS * HOUR)),
        gt(media.id, after),
      ),
    )
    .orderBy(media.id)
    .limit(BATCH)
    .for('update', { skipLocked: true });

/** Ends pictures for everybody, before their files are deleted. */
export const endMedia = (tx: Db, ids: readonly string[]) =>
  tx
    .update(media)
    .set({ has_files: false })
    .where(inArray(media.id, [...ids]));

/** Deletes one that ended, whose files nobody is about to send anew. */
export async function deleteEndedMedia(tx: Db): Promise<string | undefined> {
  const ended = tx
    .select({ id: media.id })
    .from(media)
    .where(sql`not ${media.has_files}`)
    .orderBy(media.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await tx.delete(media).where(sql`${media.id} = (${ended})`).returning({ id: media.id });
  return row?.id;
}
