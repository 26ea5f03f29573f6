import { setPriority } from 'node:os';
import {
  heightAt,
  MEDIA_PIXELS_MAX,
  type MediaFormat,
  widthsWithin,
} from '@agora/contract/features/media/media.rules';
import sharp, { type Sharp } from 'sharp';

/** A picture to encode, and the files to create: each width in each format. */
export interface PictureJob {
  bytes: Uint8Array;
  formats: readonly MediaFormat[];
  widths: readonly number[];
}

export interface Picture {
  width: number;
  height: number;
  /** By name, `width.format`, without camera metadata. */
  files: Map<string, Uint8Array>;
}

/** Reason for a failure, and the maximum number of pixels if exceeded. */
export interface PictureProblem {
  problem: 'not_an_image' | 'too_many_pixels' | 'too_complex';
  max_pixels?: number;
}

export interface PictureAnswer {
  result: Picture | PictureProblem;
  /** True if the process uses so much memory that none is left for the next picture. */
  isExhausted: boolean;
}

/** Lowest priority on the machine: sign-ins and responses go first. */
const NICE = 10;

/** Resident memory in bytes at which the process ends itself, and interval of checks in milliseconds. */
const MEMORY_MAX = 400 * 1024 * 1024;
const CHECK_INTERVAL_MS = 10;

/** Bytes above which it accepts no further picture: libvips does not release all its memory. */
const MEMORY_KEPT = 128 * 1024 * 1024;

setPriority(NICE);

/** libvips can also read SVG and PDF, for instance, which are not accepted here. */
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
sharp.concurrency(1);

/** Maximum stored size in pixels: beyond it phones show no difference. */
const LARGEST = { width: 1600, height: 3200 };

/** Encoding qualities, the best first. */
const QUALITIES = [80, 60, 40, 20];

/** Maximum bytes of a picture in a push. */
const FILE_BYTES_MAX = 1_000_000;

/** Format names as libvips reports them. AVIF is HEIF with AV1 in it. */
const FORMATS: Record<string, keyof typeof MEDIA_PIXELS_MAX> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  heif: 'avif',
};

/** Validates the header alone, before decoding. @returns the maximum pixels of the format */
async function checkHeader(bytes: Uint8Array): Promise<{ max_pixels: number } | PictureProblem> {
  const header = sharp(bytes, { limitInputPixels: false });
  const { width, height, pages = 1, format, compression } = await header.metadata();
  const name = FORMATS[format];
  if (!name || pages > 1 || (name === 'avif' && compression !== 'av1')) return { problem: 'not_an_image' };
  const max_pixels = MEDIA_PIXELS_MAX[name];
  return width * height > max_pixels ? { problem: 'too_many_pixels', max_pixels } : { max_pixels };
}

async function encode({ bytes, formats, widths }: PictureJob): Promise<Picture | PictureProblem> {
  const header = await checkHeader(bytes);
  if ('problem' in header) return header;
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: header.max_pixels })
    .autoOrient()
    .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const files = new Map<string, Uint8Array>();
  for (const each of widthsWithin(widths, width))
    for (const format of formats) {
      const size = { width: each, height: heightAt(each, info) };
      const picture = sharp(data, { raw: { width, height, channels } }).resize(size);
      files.set(`${each}.${format}`, await smallEnough(picture, format));
    }
  return { width, height, files };
}

const ENCODERS: Record<MediaFormat, (picture: Sharp, quality: number) => Sharp> = {
  webp: (picture, quality) => picture.webp({ quality }),
  jpg: (picture, quality) => picture.flatten({ background: 'white' }).jpeg({ quality, mozjpeg: true }),
};

/** Encodes at the best quality that fits into a push, or else at the lowest. */
async function smallEnough(picture: Sharp, format: MediaFormat): Promise<Buffer> {
  let file = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    file = await ENCODERS[format](picture.clone(), quality).toBuffer();
    if (file.length <= FILE_BYTES_MAX) break;
  }
  return file;
}

const answer = (result: Picture | PictureProblem, isExhausted: boolean, then?: () => void) =>
  process.send?.({ result, isExhausted } satisfies PictureAnswer, undefined, undefined, then);

/** libvips uses its own threads, so that this one can watch. The pixel limit alone does not bound memory. */
function limitMemory(): void {
  if (process.memoryUsage.rss() > MEMORY_MAX)
    answer({ problem: 'too_complex' }, true, () => process.kill(process.pid, 'SIGKILL'));
}

async function work(job: PictureJob): Promise<void> {
  const watch = setInterval(limitMemory, CHECK_INTERVAL_MS);
  const result = await encode(job).catch((): PictureProblem => ({ problem: 'not_an_image' }));
  clearInterval(watch);
  answer(result, process.memoryUsage.rss() > MEMORY_KEPT);
}

process.on('message', (job: PictureJob) => void work(job));

/** The service decides when this ends, also at Ctrl-C, which a terminal sends to both. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
