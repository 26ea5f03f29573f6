import { MESSAGE_IMAGE_UNSENT_HOURS } from '@agora/contract/features/media/media.rules';
import { can, type Rights } from '@agora/contract/shared/permissions';
import { and, eq, gt, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { uploadDeadline } from '../../../platform/storage.ts';
import { messageImages } from './messages.images.table.ts';

const HOUR = 3_600_000;

export type MessageImageRow = typeof messageImages.$inferSelect;

type NewImage = typeof messageImages.$inferInsert;

/**
 * Records pictures before their files are written, so that housekeeping finds incomplete uploads. It leaves them
 * alone for `LONGEST_UPLOAD`.
 */
export const insertPendingImages = (db: Db, rows: readonly NewImage[]) =>
  db
    .insert(messageImages)
    .values(rows.map((row) => ({ ...row, has_files: false })))
    .onConflictDoNothing();

/** Shows a recorded picture whose files were written. @returns false if they may have been deleted since */
export async function showImage(tx: Db, id: string, now: Date): Promise<boolean> {
  const shown = await tx
    .update(messageImages)
    .set({ has_files: true })
    .where(and(eq(messageImages.id, id), gt(messageImages.created_at, uploadDeadline(now))))
    .returning({ id: messageImages.id });
  return shown.length > 0;
}

/** A picture that the user may see. */
export async function findImage(
  db: Db,
  id: string,
  viewer: Pick<Rights, 'is_superuser' | 'permissions'> & { id: string },
): Promise<MessageImageRow | undefined> {
  const isSent = or(isNotNull(messageImages.entry_id), isNotNull(messageImages.pending_id));
  const isOwn = eq(messageImages.owner_id, viewer.id);
  const isToThem = sql`exists (select from message_entries as entry join message_threads as thread
    on thread.id = entry.thread_id where entry.id = ${messageImages.entry_id} and thread.user_id = ${viewer.id}
    and entry.kind = 'reply')`;
  const [row] = await db
    .select()
    .from(messageImages)
    .where(
      and(
        eq(messageImages.id, id),
        messageImages.has_files,
        isNotNull(messageImages.owner_id),
        or(isOwn, can(viewer, 'messages.read') ? isSent : isToThem),
      ),
    );
  return row;
}

/** A message, or a reply that will be one. */
export type ImageTarget = { entry_id: string } | { pending_id: string };

/** Attaches unsent pictures of their owner to a message, in this order. @returns the sizes of the attached */
export const attachImages = (tx: Db, owner_id: string, target: ImageTarget, ids: readonly string[]) =>
  tx
    .update(messageImages)
    .set({ ...target, position: sql`array_position(${`{${ids.join(',')}}`}::uuid[], ${messageImages.id})` })
    .where(
      and(
        inArray(messageImages.id, [...ids]),
        eq(messageImages.owner_id, owner_id),
        isNull(messageImages.entry_id),
        isNull(messageImages.pending_id),
        messageImages.has_files,
      ),
    )
    .returning({ bytes: messageImages.bytes });

/** Moves the pictures of a pending reply to its entry, of the same id. */
export const moveImages = (tx: Db, id: string) =>
  tx.update(messageImages).set({ entry_id: id, pending_id: null }).where(eq(messageImages.pending_id, id));

/** Makes the pictures of a reply that is taken back available to their owner, like new ones. */
export const releaseImages = (tx: Db, id: string, created_at: Date) =>
  tx.update(messageImages).set({ pending_id: null, created_at }).where(eq(messageImages.pending_id, id));

/** The pictures of a message, in order. */
export const listImages = (db: Db, entry_id: string): Promise<MessageImageRow[]> =>
  db
    .select()
    .from(messageImages)
    .where(and(eq(messageImages.entry_id, entry_id), isNotNull(messageImages.owner_id)))
    .orderBy(messageImages.position, messageImages.id);

/** Pictures deleted per batch. */
const BATCH = 100;

/** Locks pictures without an owner, and unsent ones that never got their files or are older than a day. */
export const lockUnusedImages = (tx: Db, now: Date) =>
  tx
    .select({ id: messageImages.id })
    .from(messageImages)
    .where(
      or(
        isNull(messageImages.owner_id),
        and(
          isNull(messageImages.entry_id),
          isNull(messageImages.pending_id),
          or(
            and(not(messageImages.has_files), lte(messageImages.created_at, uploadDeadline(now))),
            lte(messageImages.created_at, new Date(now.getTime() - MESSAGE_IMAGE_UNSENT_HOURS * HOUR)),
          ),
        ),
      ),
    )
    .orderBy(messageImages.id)
    .limit(BATCH)
    .for('update', { skipLocked: true });

export const deleteImages = (tx: Db, ids: readonly string[]) =>
  tx.delete(messageImages).where(inArray(messageImages.id, [...ids]));
