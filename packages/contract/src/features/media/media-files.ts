/** Widths that pictures are kept in, in pixels, as far as the picture has them. */
const WIDTHS = [320, 640, 1080, 1600] as const;

export const MEDIA_FORMATS = ['webp', 'jpg'] as const;
export type MediaFormat = (typeof MEDIA_FORMATS)[number];

/** The widths that a picture of this width is kept in, ascending; its own, up to 1600, is the last. */
export const mediaWidths = (width: number): number[] => {
  const largest = Math.min(width, WIDTHS[WIDTHS.length - 1] as number);
  return [...WIDTHS.filter((other) => other < largest), largest];
};

/** Where a picture is served, by the origin of the API: for everybody and for ever. */
export const mediaPath = (id: string, width: number, format: MediaFormat): string =>
  `/media/${id}/${width}.${format}`;

/** A `srcset` of all widths of a picture. */
export const mediaSrcset = (id: string, width: number, format: MediaFormat): string =>
  mediaWidths(width)
    .map((each) => `${mediaPath(id, each, format)} ${each}w`)
    .join(', ');
