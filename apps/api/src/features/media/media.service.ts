import { createHash } from 'node:crypto';
import type { MediaPublic, MediaSource } from '@agora/contract/features/media/media.contract';
import {
  heightAt,
  MEDIA_FORMATS,
  MEDIA_WIDTHS,
  mediaPath,
  mediaWidths,
} from '@agora/contract/features/media/media.rules';
import type { Deps } from '../../platform/deps.ts';
import type { ShownAmong } from '../../platform/feature.ts';
import { idsOfFolders, putFiles, uploadExpired } from '../../platform/storage.ts';
import { encodePicture } from './media.pictures.service.ts';
import {
  deleteEndedMedia,
  endMedia,
  insertPendingMedia,
  insertStrayMedia,
  lockMedia,
  lockOldMedia,
  resendMedia,
  showMedia,
} from './media.queries.ts';
import type { Media } from './media.table.ts';

export { lockMedia };

export const sourcesOf = ({ id, width, height }: Pick<Media, 'id' | 'width' | 'height'>): MediaSource[] =>
  mediaWidths(width).map((each) => ({
    width: each,
    height: heightAt(each, { width, height }),
    webp: mediaPath(id, each, 'webp'),
    jpeg: mediaPath(id, each, 'jpg'),
  }));

export const toMedia = (row: Media): MediaPublic => ({
  id: row.id,
  width: row.width,
  height: row.height,
  sources: sourcesOf(row),
  created_at: row.created_at.toISOString(),
});

/** Id of content: the beginning of its SHA-256, as a UUID of version 8 (RFC 9562, 5.8). */
function idOf(bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/**
 * Stores a picture, re-encoded; an identical upload returns the existing one.
 * @throws a 422 for an invalid or too large picture
 * @throws {AppError} `service_unavailable`, `storage_full`
 */
export async function storeMedia(
  { db, now, storage }: Pick<Deps, 'db' | 'now' | 'storage'>,
  bytes: Uint8Array,
) {
  const id = idOf(bytes);
  const known = await resendMedia(db, id, now());
  if (known) return known;
  const { width, height, files } = await encodePicture({
    bytes,
    formats: MEDIA_FORMATS,
    widths: MEDIA_WIDTHS,
  });
  const row: Media = { id, width, height, created_at: now(), sent_at: now(), has_files: true };
  await insertPendingMedia(db, row);
  await putFiles(storage, id, files);
  const shown = await showMedia(db, row, now());
  if (!shown) throw uploadExpired();
  return shown;
}

const FIRST = '00000000-0000-0000-0000-000000000000';

type Collecting = Pick<Deps, 'db' | 'now' | 'storage'>;

/**
 * Deletes unused pictures some time after their upload: first hides the row, then deletes the files. After an
 * interruption no visible picture lacks its files, and the next run continues.
 */
export async function collectMedia(work: Collecting, shownAmong: ShownAmong): Promise<void> {
  for (let last: string | undefined = FIRST; last; ) last = await deleteUnused(work, shownAmong, last);
  while (await deleteEnded(work));
}

/** A transaction that uses a picture locks it (`lockMedia`), so it either stays or is reported gone. */
const deleteUnused = ({ db, now }: Collecting, shownAmong: ShownAmong, after: string) =>
  db.transaction(async (tx) => {
    const ids = (await lockOldMedia(tx, now(), after)).map(({ id }) => id);
    const shown = await shownAmong(tx, ids);
    const unused = ids.filter((id) => !shown.has(id));
    if (unused.length > 0) await endMedia(tx, unused);
    return ids.at(-1);
  });

/** An upload of the same picture waits until its files are deleted, and then writes them again. */
const deleteEnded = ({ db, now, storage }: Collecting) =>
  db.transaction(async (tx) => {
    const id = await deleteEndedMedia(tx, now());
    if (id) await storage.deleteAll(`${id}/`);
    return id;
  });

/**
 * Inserts rows for stray files, so that `collectMedia` deletes them: a backup may be older than its files.
 */
export async function findStrayMedia({ db, now, storage }: Collecting): Promise<void> {
  for await (const ids of idsOfFolders(storage, '')) await insertStrayMedia(db, ids, now());
}
