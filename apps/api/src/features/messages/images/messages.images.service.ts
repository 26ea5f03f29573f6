import {
  MESSAGE_IMAGE_WIDTHS,
  MESSAGE_IMAGES_BYTES_MAX,
  MESSAGE_IMAGES_MAX,
} from '@agora/contract/features/media/media.rules';
import type {
  MessageImage,
  MessageImageSize,
} from '@agora/contract/features/messages/messages.images.contract';
import { can } from '@agora/contract/shared/permissions';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { consume, requireWithinLimits } from '../../../platform/http/limiter.ts';
import { fieldProblem } from '../../../platform/http/router.ts';
import { idsOfFolders, isMissing, putFiles, uploadExpired } from '../../../platform/storage.ts';
import { type Caller, rejectErasedCaller } from '../../accounts/sessions/accounts.sessions.service.ts';
import { encodePicture } from '../../media/media.pictures.service.ts';
import {
  attachImages,
  deleteImages,
  findImage,
  type ImageTarget,
  insertPendingImages,
  listImages,
  lockUnusedImages,
  type MessageImageRow,
  showImage,
} from './messages.images.queries.ts';

type Work = Pick<Deps, 'db' | 'now' | 'storage' | 'config'>;

const widthOf = (size: MessageImageSize, width: number) => Math.min(width, MESSAGE_IMAGE_WIDTHS[size]);

/** Separates these folders from those of public pictures, which are named by plain ids. */
const FOLDER = 'messages';
const folderOf = (id: string) => `${FOLDER}/${id}`;

/** The team writes more than a member. */
const TEAM_FACTOR = 20;

/**
 * Stores a picture for a later message.
 * @throws {AppError} `sender_blocked`, `too_many_requests`, `service_unavailable`, `storage_full`, or a 422
 * for a file that is no picture or too large
 */
export async function storeImage(
  { db, now, storage, config }: Work,
  owner: Pick<Caller, 'id' | 'messages_blocked_at' | 'is_superuser' | 'permissions'>,
  bytes: Uint8Array,
): Promise<MessageImage> {
  if (owner.messages_blocked_at) throw new AppError('sender_blocked');
  const messages = config.MESSAGES_PER_HOUR * (can(owner, 'messages.write') ? TEAM_FACTOR : 1);
  const limit = messages * MESSAGE_IMAGES_MAX;
  const limits = [{ key: `message-images:${owner.id}`, limit, seconds: 3600 }];
  await requireWithinLimits(db, limits);
  const { width, height, files } = await encodePicture({
    bytes,
    formats: ['webp'],
    widths: Object.values(MESSAGE_IMAGE_WIDTHS),
  });
  const image = { id: uuidv7(), width, height };
  const row = { ...image, owner_id: owner.id, bytes: bytes.length, created_at: now() };
  await insertPendingImages(db, [row]).catch(rejectErasedCaller('message_images_owner_id_users_id_fk'));
  await putFiles(storage, folderOf(image.id), files);
  await db.transaction(async (tx) => {
    await consume(tx, limits);
    if (!(await showImage(tx, image.id, now()))) throw uploadExpired();
  });
  return image;
}

/** The bytes of a picture. @throws {AppError} `message_image_not_found`, also without permission */
export async function readImage(
  { db, storage }: Work,
  viewer: Pick<Caller, 'id' | 'is_superuser' | 'permissions'>,
  { id, size }: Pick<MessageImageRow, 'id'> & { size: MessageImageSize },
): Promise<Buffer> {
  const image = await findImage(db, id, viewer);
  const bytes = image && (await bytesOf(storage, image, size));
  if (!bytes) throw new AppError('message_image_not_found');
  return bytes;
}

/** The largest stored size of a picture, as WebP; undefined if it was deleted. */
export const readStoredImage = (storage: Work['storage'], image: Pick<MessageImageRow, 'id' | 'width'>) =>
  bytesOf(storage, image, 'large');

/** The stored bytes of a picture; undefined if they were deleted. */
async function bytesOf(
  storage: Work['storage'],
  { id, width }: Pick<MessageImageRow, 'id' | 'width'>,
  size: MessageImageSize,
) {
  try {
    return Buffer.from(await storage.getBytes(`${folderOf(id)}/${widthOf(size, width)}.webp`));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The pictures of a message as JPEG, since some mail programs show no WebP. */
export async function imagesForMail(
  { db, storage }: Pick<Work, 'db' | 'storage'>,
  entry_id: string,
): Promise<{ id: string; width: number; bytes: Uint8Array }[]> {
  const images = [];
  for (const image of await listImages(db, entry_id)) {
    const bytes = await bytesOf(storage, image, 'large');
    if (!bytes) continue;
    const job = { bytes, formats: ['jpg'] as const, widths: [MESSAGE_IMAGE_WIDTHS.large] };
    const { width, files } = await encodePicture(job);
    for (const file of files.values()) images.push({ id: image.id, width, bytes: file });
  }
  return images;
}

/**
 * Attaches the author's pictures to the message or reply being written.
 * @param tx the transaction of that message
 * @throws a 422 for pictures of others, already attached, or too large in total
 */
export async function sendImages(
  tx: Db,
  author_id: string,
  target: ImageTarget,
  images: readonly string[],
): Promise<void> {
  if (images.length === 0) return;
  const sent = await attachImages(tx, author_id, target, images);
  if (sent.length < images.length)
    throw fieldProblem('images', {
      type: 'image_missing',
      message: 'Input should be pictures that were sent before, each for one message',
    });
  if (sent.reduce((sum, { bytes }) => sum + bytes, 0) > MESSAGE_IMAGES_BYTES_MAX)
    throw fieldProblem('images', {
      type: 'images_too_large',
      message: `Input should be pictures of ${MESSAGE_IMAGES_BYTES_MAX} bytes at most together`,
      ctx: { max_bytes: MESSAGE_IMAGES_BYTES_MAX },
    });
}

/** Deletes orphaned pictures, and those never attached to a message. */
export async function collectImages({ db, now, storage }: Omit<Work, 'config'>): Promise<void> {
  const collect = () =>
    db.transaction(async (tx) => {
      const ids = (await lockUnusedImages(tx, now())).map(({ id }) => id);
      if (ids.length > 0) await deleteImages(tx, ids);
      await Promise.all(ids.map((id) => storage.deleteAll(`${folderOf(id)}/`)));
      return ids.length;
    });
  while ((await collect()) > 0);
}

/** Inserts rows for files without one, so that `collectImages` deletes them. */
export async function findStrayImages({ db, now, storage }: Omit<Work, 'config'>): Promise<void> {
  for await (const ids of idsOfFolders(storage, FOLDER))
    await insertPendingImages(
      db,
      ids.map((id) => ({ id, width: 1, height: 1, bytes: 1, created_at: now() })),
    );
}
