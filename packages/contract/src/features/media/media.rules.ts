import type { Errors } from '../../shared/errors.ts';

/** Maximum upload size of a picture, in bytes. */
export const MEDIA_BYTES_MAX = 8 * 1024 * 1024;

/** Maximum number of pictures per message or reply, and their total upload size in bytes. */
export const MESSAGE_IMAGES_MAX = 5;
export const MESSAGE_IMAGES_BYTES_MAX = 10 * 1024 * 1024;

/** Hours before a picture of no message is deleted. */
export const MESSAGE_IMAGE_UNSENT_HOURS = 24;

/** Hours before an unused picture is deleted. */
export const MEDIA_UNUSED_HOURS = 24;

/** Types of pictures that can be uploaded, with their extensions. */
export const MEDIA_TYPES = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
};

/** Stored widths of public pictures, in pixels, up to the width of the original. */
export const MEDIA_WIDTHS = [320, 640, 1080, 1600] as const;

/** Stored widths of the pictures of messages, likewise. */
export const MESSAGE_IMAGE_WIDTHS = { small: 320, large: 1600 } as const;

/**
 * Maximum area of a picture, in pixels, by the decoding cost of its format: AVIF takes twenty times the
 * memory of JPEG per pixel. Each limit exceeds what phone cameras produce: JPEG of 50 megapixels, AVIF of 16.
 */
export const MEDIA_PIXELS_MAX = {
  jpeg: 50_000_000,
  png: 25_000_000,
  webp: 25_000_000,
  avif: 16_777_216,
} as const;

export const MEDIA_FORMATS = ['webp', 'jpg'] as const;
export type MediaFormat = (typeof MEDIA_FORMATS)[number];

/**
 * Returns the widths that a picture supports, ascending; its own width, capped at the largest, comes last.
 */
export const widthsWithin = (widths: readonly number[], width: number): number[] => {
  const largest = Math.min(width, Math.max(...widths));
  return [...widths.filter((other) => other < largest), largest];
};

/** Returns the stored widths of a public picture of this width. */
export const mediaWidths = (width: number): number[] => widthsWithin(MEDIA_WIDTHS, width);

/** Returns the height of a picture scaled to another width. */
export const heightAt = (width: number, size: { width: number; height: number }): number =>
  Math.max(1, Math.round((size.height * width) / size.width));

/** Path of a picture under the API's origin: public and permanent. */
export const mediaPath = (id: string, width: number, format: MediaFormat): string =>
  `/media/${id}/${width}.${format}`;

/** A `srcset` of all widths of a picture. */
export const mediaSrcset = (id: string, width: number, format: MediaFormat): string =>
  mediaWidths(width)
    .map((each) => `${mediaPath(id, each, format)} ${each}w`)
    .join(', ');

export const mediaErrors = {
  upload_in_progress: [429, 'Other uploads of this account are in progress'],
  storage_full: [507, 'Insufficient Storage'],
} as const satisfies Errors;
