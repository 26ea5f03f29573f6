import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { displayText, id, instant, sameInstant, text, uuid } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { Page, pageOf } from '../../shared/pagination.ts';
import { DevicePlatform } from '../devices/devices.app.contract.ts';
import { MESSAGE_IMAGES_BYTES_MAX, MESSAGE_IMAGES_MAX } from '../media/media.rules.ts';
import { messagesErrors } from './messages.errors.ts';
import { MessageImage } from './messages.images.contract.ts';
import { MESSAGE_BODY_MAX, MESSAGE_SUBJECT_MAX, REOPEN_DAYS } from './messages.rules.ts';
import { entriesOf, MessageCategory, MessageEntriesPage } from './messages.schema.ts';

const route = routeWith(messagesErrors);

const AppMessageEntry = z
  .object({
    id: id(),
    is_mine: z.boolean().meta({ description: 'Whether the member wrote it; otherwise the team did.' }),
    body: z.string().meta({ description: 'Plain text with line breaks.' }),
    images: z.array(MessageImage),
    created_at: instant(),
  })
  .meta({ id: 'AppMessageEntry' });

const conversation = {
  id: id(),
  number: z.number().int(),
  subject: z.string(),
  category: MessageCategory,
  is_closed: z.boolean().meta({
    description: `An answer opens it again for ${REOPEN_DAYS} days; later it begins a new conversation.`,
  }),
  is_unread: z.boolean().meta({ description: 'Whether there is a reply that the member has not read.' }),
  created_at: instant(),
  last_at: instant().meta({ description: 'Of the latest message or reply.' }),
};

/** One of the member's own conversations. */
export const AppMessageListed = z
  .object({ ...conversation, excerpt: z.string() })
  .meta({ id: 'AppMessageListed' });

export const AppMessages = pageOf(AppMessageListed)
  .extend({ unread: z.number().int().min(0) })
  .meta({ id: 'AppMessages' });

export const AppMessage = z
  .object({
    ...conversation,
    reopened_from_id: id().nullable(),
    ...entriesOf(AppMessageEntry),
  })
  .meta({ id: 'AppMessage' });
export type AppMessage = z.infer<typeof AppMessage>;

const told = (max: number) => text({ max }).nullable().default(null);

/** Details of the app and the phone; all are optional. */
const AppMessageContext = z
  .object({
    platform: DevicePlatform.nullable().default(null),
    app_version: told(32),
    os: told(64),
    device: told(128),
    screen: told(128),
  })
  .meta({ id: 'AppMessageContext' });

const entry = {
  body: displayText({ min: 1, max: MESSAGE_BODY_MAX }),
  images: z
    .array(uuid())
    .max(MESSAGE_IMAGES_MAX)
    .default([])
    .meta({
      description: `Pictures sent before, each for one message; together ${MESSAGE_IMAGES_BYTES_MAX / 1024 ** 2} MiB at most, as they were sent.`,
    }),
  client_token: uuid().meta({
    description:
      'Made by the phone, once per message: sent again with the same one, nothing is written or counted twice. With another text, subject, conversation or other pictures it is refused (422 `client_token_reused`).',
  }),
};

export const AppMessageSend = z
  .object({
    subject: displayText({ max: MESSAGE_SUBJECT_MAX, isLine: true }).default(''),
    category: MessageCategory.default('question'),
    ...entry,
    context: AppMessageContext.prefault({}),
  })
  .meta({ id: 'AppMessageSend' });
export type AppMessageSend = z.infer<typeof AppMessageSend>;

export const AppMessageReply = z.object(entry).meta({ id: 'AppMessageReply' });
export type AppMessageReply = z.infer<typeof AppMessageReply>;

/** A page of the member's conversations. */
export const AppMessagesPage = Page.extend({
  after: uuid().optional().meta({
    description:
      'Id of the last conversation before this page; `skip` then counts from there. None is missed or repeated when others are begun or answered between two pages.',
  }),
  until: sameInstant().optional().meta({
    description:
      'With `after`: the `last_at` of that conversation as the member saw it, exactly as received, since an answer moves it to the top. Absent: where it stands now.',
  }),
});
export type AppMessagesPage = z.infer<typeof AppMessagesPage>;

const messagePath = z.object({ id: uuid() });

export const appMessages = c.router({
  readAppMessages: route({
    method: 'GET',
    path: '/app/messages',
    access: 'user',
    audience: 'app',
    operationId: 'app-read_messages',
    summary: "One's own conversations, those with the latest message or reply first",
    query: AppMessagesPage,
    responses: { 200: AppMessages },
    errors: ['row_gone'],
  }),
  sendAppMessage: route({
    method: 'POST',
    path: '/app/messages',
    access: 'user',
    audience: 'app',
    operationId: 'app-send_message',
    summary: 'Write to the team',
    body: AppMessageSend,
    responses: { 200: AppMessage },
    errors: ['sender_blocked', 'too_many_requests'],
  }),
  readAppMessage: route({
    method: 'GET',
    path: '/app/messages/:id',
    access: 'user',
    audience: 'app',
    operationId: 'app-read_message',
    summary: "One of one's own conversations, with its latest messages and replies",
    pathParams: messagePath,
    query: MessageEntriesPage,
    responses: { 200: AppMessage },
    errors: ['message_not_found'],
  }),
  replyToAppMessage: route({
    method: 'POST',
    path: '/app/messages/:id/replies',
    access: 'user',
    audience: 'app',
    operationId: 'app-reply_to_message',
    summary: 'Go on with a conversation; long after its end the answer is a new one, which is answered',
    pathParams: messagePath,
    body: AppMessageReply,
    responses: { 200: AppMessage },
    errors: ['message_not_found', 'sender_blocked', 'too_many_requests'],
  }),
  markAppMessageRead: route({
    method: 'POST',
    path: '/app/messages/:id/read',
    access: 'user',
    audience: 'app',
    operationId: 'app-mark_message_read',
    summary: 'Tell that the member has read a conversation',
    pathParams: messagePath,
    query: z.object({
      until: sameInstant().optional().meta({
        description:
          'Its `last_at` as the member saw it, exactly as received: a later reply stays unread. Absent: everything is read.',
      }),
    }),
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['message_not_found'],
  }),
});
