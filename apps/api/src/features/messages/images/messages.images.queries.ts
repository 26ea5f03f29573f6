import { MESSAGE_IMAGE_UNSENT_HOURS } from '@agora/contract/features/messages/messages.rules';
import { and, eq, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { messageImages } from './messages.images.table.ts';

const HOUR = 3_600_000;

export type MessageImageRow = typeof messageImages.$inferSelect;

type NewImage = typeof messageImages.$inferInsert;

/** Notes that files of pictures may begin to be there, so that they are found should nobody finish them. */
export const announceImages = (db: Db, rows: readonly NewImage[]) =>
  db
    .insert(messageImages)
    .values(rows.map((row) => ({ ...row, has_files: false })))
    .onConflictDoNothing();

/** The picture as it is there once the transaction ends; nobody deletes its files before. */
export const insertImage = (tx: Db, row: NewImage) =>
  tx
    .insert(messageImages)
    .values(row)
    .onConflictDoUpdate({ target: messageImages.id, set: { has_files: true } });

/** A picture that this person may see. */
export async function findImage(
  db: Db,
  id: string,
  viewer: { id: string; is_superuser: boolean },
): Promise<MessageImageRow | undefined> {
  const isSent = and(isNotNull(messageImages.owner_id), isNotNull(messageImages.entry_id));
  const isTheirs = eq(messageImages.owner_id, viewer.id);
  const [row] = await db
    .select()
    .from(messageImages)
    .where(
      and(
        eq(messageImages.id, id),
        messageImages.has_files,
        viewer.is_superuser ? or(isTheirs, isSent) : isTheirs,
      ),
    );
  return row;
}

/** Puts pictures of a member that no message has into one, in this order. @returns the sizes of those it got */
export const attachImages = (tx: Db, owner_id: string, entry_id: string, ids: readonly string[]) =>
  tx
    .update(messageImages)
    .set({ entry_id, position: sql`array_position(${`{${ids.join(',')}}`}::uuid[], ${messageImages.id})` })
    .where(
      and(
        inArray(messageImages.id, [...ids]),
        eq(messageImages.owner_id, owner_id),
        isNull(messageImages.entry_id),
        messageImages.has_files,
      ),
    )
    .returning({ bytes: messageImages.bytes });

/** Pictures at a time that are deleted. */
const BATCH = 100;

/** Locks pictures that nobody sees any more, whose files never came, or that were not sent within a day. */
export const lockUnusedImages = (tx: Db, now: Date) =>
  tx
    .select({ id: messageImages.id })
    .from(messageImages)
    .where(
      or(
        isNull(messageImages.owner_id),
        and(
          isNull(messageImages.entry_id),
          or(
            not(messageImages.has_files),
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
