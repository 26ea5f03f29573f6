import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { id, instant } from '../../shared/fields.ts';
import { Page, pageOf } from '../../shared/pagination.ts';
import { mediaErrors } from './media.errors.ts';

const route = routeWith(mediaErrors);

export const MediaSource = z
  .object({
    width: z.number().int(),
    height: z.number().int(),
    webp: z.string().meta({ description: 'Path on the origin of the API.' }),
    jpeg: z.string().meta({ description: 'The same for whatever does not know WebP.' }),
  })
  .meta({ id: 'MediaSource' });
export type MediaSource = z.infer<typeof MediaSource>;

/** A picture as served: re-encoded, upright, without camera metadata. */
export const MediaPublic = z
  .object({
    id: id().meta({ description: 'Of its content: the same picture sent again is the same one.' }),
    width: z.number().int(),
    height: z.number().int(),
    sources: z.array(MediaSource).meta({ description: 'Ascending; the last is the largest.' }),
    created_at: instant(),
  })
  .meta({ id: 'MediaPublic' });
export type MediaPublic = z.infer<typeof MediaPublic>;

export const MediaListPublic = pageOf(MediaPublic).meta({ id: 'MediaListPublic' });

export const media = c.router({
  readMedia: route({
    method: 'GET',
    path: '/media/',
    access: 'superuser',
    audience: 'team',
    operationId: 'media-read_media',
    summary: 'List pictures, newest first',
    query: Page,
    responses: { 200: MediaListPublic },
  }),
  uploadMedia: route({
    method: 'POST',
    path: '/media/',
    access: 'superuser',
    audience: 'team',
    operationId: 'media-upload_media',
    summary:
      'Send a JPEG, PNG, WebP or AVIF as the file of a form; what nothing shows is deleted after 24 hours',
    keyed: false,
    contentType: 'multipart/form-data',
    body: z
      .object({ file: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }) })
      .meta({ id: 'Body_media-upload_media' }),
    responses: { 200: MediaPublic },
    errors: ['upload_in_progress', 'storage_full'],
  }),
});
