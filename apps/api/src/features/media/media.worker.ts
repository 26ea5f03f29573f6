import { setPriority } from 'node:os';
import {
  heightAt,
  MEDIA_PIXELS_MAX,
  type MediaFormat,
  widthsWithin,
} from '@agora/contract/features/media/media.rules';
import sharp, { type Sharp } from 'sharp';

/** A picture to encode, and the files to make of it: each width in each format. */
export interface PictureJob {
  bytes: Uint8Array;
  formats: readonly MediaFormat[];
  widths: readonly number[];
}

export interface Picture {
  width: number;
  height: number;
  /** By their names, `width.format`, without the metadata of the camera. */
  files: Map<string, Uint8Array>;
}

/** Why there are no files: the reason, and the number of pixels where the picture has more. */
export interface PictureProblem {
  problem: 'not_an_image' | 'too_many_pixels' | 'too_complex';
  max_pixels?: number;
}

export interface PictureAnswer {
  result: Picture | PictureProblem;
  /** True if the process holds so much memory that the next picture would lack it. */
  isSpent: boolean;
}

/** Less urgent than everything else on the machine: sign-ins and answers go first. */
const NICE = 10;

/** Bytes of resident memory at which the process ends itself, and milliseconds between looks. */
const MEMORY_MAX = 400 * 1024 * 1024;
const LOOK = 10;

/** Bytes above which it does not take another picture: libvips does not give all back that it used. */
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

/** Greatest size that is kept, in pixels: beyond that phones see no difference. */
const LARGEST = { width: 1600, height: 3200 };

/** How well pictures are kept, the best first. */
const QUALITIES = [80, 60, 40, 20];

/** Bytes that phones take of a picture beside a push. */
const FILE_BYTES_MAX = 1_000_000;

/** The names of formats as libvips reports them. AVIF is HEIF with AV1 in it. */
const FORMATS: Record<string, keyof typeof MEDIA_PIXELS_MAX> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  heif: 'avif',
};

/** Judges by the header alone, before anything is decoded. @returns the pixels that the format may have */
async function judgeHeader(bytes: Uint8Array): Promise<{ max_pixels: number } | PictureProblem> {
  const header = sharp(bytes, { limitInputPixels: false });
  const { width, height, pages = 1, format, compression } = await header.metadata();
  const name = FORMATS[format];
  if (!name || pages > 1 || (name === 'avif' && compression !== 'av1')) return { problem: 'not_an_image' };
  const max_pixels = MEDIA_PIXELS_MAX[name];
  return width * height > max_pixels ? { problem: 'too_many_pixels', max_pixels } : { max_pixels };
}

async function encode({ bytes, formats, widths }: PictureJob): Promise<Picture | PictureProblem> {
  const judged = await judgeHeader(bytes);
  if ('problem' in judged) return judged;
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: judged.max_pixels })
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

/** The first of the qualities that fits into a push, or else the least. */
async function smallEnough(picture: Sharp, format: MediaFormat): Promise<Buffer> {
  let file = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    file = await ENCODERS[format](picture.clone(), quality).toBuffer();
    if (file.length <= FILE_BYTES_MAX) break;
  }
  return file;
}

const answer = (result: Picture | PictureProblem, isSpent: boolean, then?: () => void) =>
  process.send?.({ result, isSpent } satisfies PictureAnswer, undefined, undefined, then);

/** libvips works on threads of its own, so that this one can watch. The limit of pixels alone does not bound memory. */
function endWhenTooLarge(): void {
  if (process.memoryUsage.rss() > MEMORY_MAX)
    answer({ problem: 'too_complex' }, true, () => process.kill(process.pid, 'SIGKILL'));
}

async function work(job: PictureJob): Promise<void> {
  const watch = setInterval(endWhenTooLarge, LOOK);
  const result = await encode(job).catch((): PictureProblem => ({ problem: 'not_an_image' }));
  clearInterval(watch);
  answer(result, process.memoryUsage.rss() > MEMORY_KEPT);
}

process.on('message', (job: PictureJob) => void work(job));

/** The service decides when this ends, also at Ctrl-C, which a terminal sends to both. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
