import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import type { Feature } from '../../shared/feature.ts';
import { id, instant } from '../../shared/fields.ts';
import { Page, pageOf } from '../../shared/pagination.ts';
import { mediaErrors } from './media.rules.ts';

const route = routeWith(mediaErrors);

export const MediaSource = z
  .object({
    width: z.number().int(),
    height: z.number().int(),
    webp: z.string().meta({ description: "Path on the API's origin." }),
    jpeg: z.string().meta({ description: 'The same for clients without support for WebP.' }),
  })
  .meta({ id: 'MediaSource' });
export type MediaSource = z.infer<typeof MediaSource>;

/** A picture as served: re-encoded, upright, without camera metadata. */
export const MediaPublic = z
  .object({
    id: id().meta({
      description: 'Derived from the content: uploading the same picture again returns the same id.',
    }),
    width: z.number().int(),
    height: z.number().int(),
    sources: z.array(MediaSource).meta({ description: 'In ascending order; the last is the largest.' }),
    created_at: instant(),
  })
  .meta({ id: 'MediaPublic' });
export type MediaPublic = z.infer<typeof MediaPublic>;

export const MediaListPublic = pageOf(MediaPublic).meta({ id: 'MediaListPublic' });

export const media = c.router({
  readMedia: route({
    method: 'GET',
    path: '/media/',
    access: { can: ['news.write', 'broadcasts.write'] },
    audience: 'team',
    operationId: 'media-read_media',
    summary: 'List pictures, newest first',
    query: Page,
    responses: { 200: MediaListPublic },
  }),
  uploadMedia: route({
    method: 'POST',
    path: '/media/',
    access: { can: ['news.write', 'broadcasts.write'] },
    audience: 'team',
    operationId: 'media-upload_media',
    summary:
      'Upload a JPEG, PNG, WebP or AVIF as the file of a form; unused pictures are deleted after 24 hours',
    keyed: false,
    contentType: 'multipart/form-data',
    body: z
      .object({ file: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }) })
      .meta({ id: 'Body_media-upload_media' }),
    responses: { 200: MediaPublic },
    errors: ['upload_in_progress', 'storage_full'],
  }),
});

export const mediaFeature = {
  routes: { media },
  errors: mediaErrors,
} satisfies Feature;
