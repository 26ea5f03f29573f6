/** Widths that pictures are kept in, in pixels, as far as the picture has them. */
export const MEDIA_WIDTHS = [320, 640, 1080, 1600] as const;

/**
 * Greatest area of a picture, in pixels, by what decoding its format costs: AVIF takes twenty times the memory of
 * JPEG for each. Each is above what the cameras of phones make of it: JPEG of 50 megapixels, AVIF of 16.
 */
export const MEDIA_PIXELS_MAX = {
  jpeg: 50_000_000,
  png: 25_000_000,
  webp: 25_000_000,
  avif: 16_777_216,
} as const;

export const MEDIA_FORMATS = ['webp', 'jpg'] as const;
export type MediaFormat = (typeof MEDIA_FORMATS)[number];

/** Those of some widths that a picture has, ascending; its own, up to the largest of them, is the last. */
export const widthsWithin = (widths: readonly number[], width: number): number[] => {
  const largest = Math.min(width, Math.max(...widths));
  return [...widths.filter((other) => other < largest), largest];
};

/** The widths that a public picture of this width is kept in. */
export const mediaWidths = (width: number): number[] => widthsWithin(MEDIA_WIDTHS, width);

/** The height of a picture at another width. */
export const heightAt = (width: number, size: { width: number; height: number }): number =>
  Math.max(1, Math.round((size.height * width) / size.width));

/** Where a picture is served, by the origin of the API: for everybody and for ever. */
export const mediaPath = (id: string, width: number, format: MediaFormat): string =>
  `/media/${id}/${width}.${format}`;

/** A `srcset` of all widths of a picture. */
export const mediaSrcset = (id: string, width: number, format: MediaFormat): string =>
  mediaWidths(width)
    .map((each) => `${mediaPath(id, each, format)} ${each}w`)
    .join(', ');
