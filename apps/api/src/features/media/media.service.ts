import { createHash } from 'node:crypto';
import {
  MEDIA_PIXELS_MAX,
  type MediaPublic,
  type MediaSource,
} from '@agora/contract/features/media/media.contract';
import {
  MEDIA_FORMATS,
  type MediaFormat,
  mediaPath,
  mediaWidths,
} from '@agora/contract/features/media/media-files';
import sharp, { type Sharp } from 'sharp';
import { inTurn } from '../../platform/auth/hashing.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import { fieldProblem, RequestValidationError } from '../../platform/http/router.ts';
import {
  announceMedia,
  deleteEndedMedia,
  endMedia,
  holdMedia,
  insertMedia,
  lockOldMedia,
  resendMedia,
} from './media.queries.ts';
import type { Media } from './media.table.ts';

export { holdMedia };

/** Whatever else libvips can read, SVG and PDF for instance, it does not here. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
sharp.cache(false);

/** Greatest size that is kept, in pixels: beyond that phones see no difference. */
const LARGEST = { width: 1600, height: 3200 };

/** How well pictures are kept, the best first. */
const QUALITIES = [80, 60, 40, 20];

/** Bytes that phones take of a picture beside a push. */
const FILE_BYTES_MAX = 1_000_000;

export const sourcesOf = ({ id, width, height }: Pick<Media, 'id' | 'width' | 'height'>): MediaSource[] =>
  mediaWidths(width).map((each) => ({
    width: each,
    height: heightAt(each, { width, height }),
    webp: mediaPath(id, each, 'webp'),
    jpeg: mediaPath(id, each, 'jpg'),
  }));

const heightAt = (width: number, size: { width: number; height: number }) =>
  Math.max(1, Math.round((size.height * width) / size.width));

export const toMedia = (row: Media): MediaPublic => ({
  id: row.id,
  width: row.width,
  height: row.height,
  sources: sourcesOf(row),
  created_at: row.created_at.toISOString(),
});

/** The name of content: the beginning of its SHA-256, as a UUID of version 8 (RFC 9562, 5.8). */
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
 * Keeps a picture, encoded anew; one that is kept already is the same one.
 * @throws a 422 for what is no picture, or too large a one
 */
export async function keepMedia(
  { db, now, storage }: Pick<Deps, 'db' | 'now' | 'storage'>,
  bytes: Uint8Array,
) {
  const id = idOf(bytes);
  const known = await resendMedia(db, id, now());
  if (known) return known;
  const { width, height, files } = await encodePicture(bytes, MEDIA_FORMATS, mediaWidths);
  const row: Media = { id, width, height, created_at: now(), sent_at: now(), has_files: true };
  await announceMedia(db, row);
  return db.transaction(async (tx) => {
    const stored = await insertMedia(tx, row);
    await Promise.all([...files].map(([name, content]) => storage.put(`${id}/${name}`, content)));
    return stored;
  });
}

const notAnImage = () =>
  fieldProblem('file', {
    type: 'not_an_image',
    message: 'Input should be a picture: JPEG, PNG, WebP or AVIF, whole and not moving',
  });

/**
 * The files of a picture by their names, `width.format`, without what cameras write into it.
 * @param widthsOf the widths to make of a picture as wide as that
 * @throws a 422 for what is no picture, or too large a one
 */
export const encodePicture = (
  bytes: Uint8Array,
  formats: readonly MediaFormat[],
  widthsOf: (width: number) => readonly number[],
) => inTurn(() => encoded(bytes, formats, widthsOf));

async function encoded(...[bytes, formats, widthsOf]: Parameters<typeof encodePicture>) {
  try {
    return await encode(bytes, formats, widthsOf);
  } catch (error) {
    throw error instanceof RequestValidationError ? error : notAnImage();
  }
}

async function encode(...[bytes, formats, widthsOf]: Parameters<typeof encodePicture>) {
  await requirePicture(bytes);
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: MEDIA_PIXELS_MAX })
    .autoOrient()
    .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const files = new Map<string, Buffer>();
  for (const each of widthsOf(width))
    for (const format of formats) {
      const picture = sharp(data, { raw: { width, height, channels } }).resize(each, heightAt(each, info));
      files.set(`${each}.${format}`, await smallEnough(picture, format));
    }
  return { width, height, files };
}

const ENCODERS: Record<MediaFormat, (picture: Sharp, quality: number) => Sharp> = {
  webp: (picture, quality) => picture.webp({ quality }),
  jpg: (picture, quality) => picture.flatten({ background: 'white' }).jpeg({ quality, mozjpeg: true }),
};

/** The first of the qualities that fits into a push, or else the least. */
async function smallEnough(picture: Sharp, format: MediaFormat): Promise<Buffer> {
  let file = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    file = await ENCODERS[format](picture.clone(), quality).toBuffer();
    if (file.length <= FILE_BYTES_MAX) break;
  }
  return file;
}

/** Judges by the head alone, before anything is decoded. */
async function requirePicture(bytes: Uint8Array): Promise<void> {
  const head = sharp(bytes, { limitInputPixels: false });
  const { width, height, pages = 1, format, compression } = await head.metadata();
  if (pages > 1 || (format === 'heif' && compression !== 'av1')) throw notAnImage();
  if (width * height > MEDIA_PIXELS_MAX)
    throw fieldProblem('file', {
      type: 'too_many_pixels',
      message: `Input should have at most ${MEDIA_PIXELS_MAX} pixels`,
      ctx: { max_pixels: MEDIA_PIXELS_MAX },
    });
}

const FIRST = '00000000-0000-0000-0000-000000000000';

type Collecting = Pick<Deps, 'db' | 'now' | 'storage'>;

/** Which of some pictures are shown. */
type ShownAmong = (db: Db, ids: readonly string[]) => Promise<Set<string>>;

/**
 * Deletes the pictures that nothing shows, some time after they were sent: first for everybody, then their files.
 * So wherever that breaks off, no picture is there without files, and the next time goes on.
 */
export async function collectMedia(work: Collecting, shownAmong: ShownAmong): Promise<void> {
  for (let last: string | undefined = FIRST; last; ) last = await endUnused(work, shownAmong, last);
  while (await deleteEnded(work));
}

/** Whoever begins to show a picture holds it (`holdMedia`), so that it either stays or is told to be gone. */
const endUnused = ({ db, now }: Collecting, shownAmong: ShownAmong, after: string) =>
  db.transaction(async (tx) => {
    const ids = (await lockOldMedia(tx, now(), after)).map(({ id }) => id);
    const shown = await shownAmong(tx, ids);
    const unused = ids.filter((id) => !shown.has(id));
    if (unused.length > 0) await endMedia(tx, unused);
    return ids.at(-1);
  });

/** Whoever sends the same picture waits until its files are gone, and then sends them anew. */
const deleteEnded = ({ db, storage }: Collecting) =>
  db.transaction(async (tx) => {
    const id = await deleteEndedMedia(tx);
    if (id) await storage.deleteAll(`${id}/`);
    return id;
  });
