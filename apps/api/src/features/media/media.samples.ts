import { none, type Samples } from '../../../test/requests.ts';

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const samples: Samples = {
  team: {
    'media-read_media': none,
    'media-upload_media': () => ({ file: PIXEL }),
  },
};
