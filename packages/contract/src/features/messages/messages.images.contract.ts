import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { id, uuid } from '../../shared/fields.ts';
import { MESSAGE_IMAGE_UNSENT_HOURS, mediaErrors } from '../media/media.rules.ts';
import { messagesErrors } from './messages.rules.ts';

const route = routeWith({ ...messagesErrors, ...mediaErrors });

/** A picture in a message: re-encoded, upright, without camera metadata. */
export const MessageImage = z
  .object({
    id: id(),
    width: z.number().int().meta({ description: 'Of the large picture, in pixels.' }),
    height: z.number().int(),
  })
  .meta({ id: 'MessageImage' });
export type MessageImage = z.infer<typeof MessageImage>;

/** Maximum width: `small` 320 pixels, `large` 1600. */
export const MessageImageSize = z.enum(['small', 'large']).meta({ id: 'MessageImageSize' });
export type MessageImageSize = z.infer<typeof MessageImageSize>;

const Picture = c.otherResponse({
  contentType: 'image/webp',
  body: z.unknown().meta({ type: 'string', format: 'binary' }),
});

export const messageImages = c.router({
  uploadMessageImage: route({
    method: 'POST',
    path: '/message-images/',
    access: 'user',
    audience: 'team',
    operationId: 'message_images-upload_message_image',
    summary: `Upload a JPEG, PNG, WebP or AVIF for a message, as the file of a form; deleted after ${MESSAGE_IMAGE_UNSENT_HOURS} hours if no message uses it`,
    keyed: false,
    contentType: 'multipart/form-data',
    body: z
      .object({ file: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }) })
      .meta({ id: 'Body_message_images-upload_message_image' }),
    responses: { 200: MessageImage },
    errors: ['sender_blocked', 'too_many_requests', 'upload_in_progress', 'storage_full'],
  }),
  readMessageImage: route({
    method: 'GET',
    path: '/message-images/:id',
    access: 'user',
    audience: 'team',
    operationId: 'message_images-read_message_image',
    summary:
      'Read a picture as WebP: as its sender and, once it is in a message, as the member of the conversation or a superuser',
    pathParams: z.object({ id: uuid() }),
    query: z.object({ size: MessageImageSize.default('large') }),
    responses: { 200: Picture },
    errors: ['message_image_not_found'],
  }),
});
