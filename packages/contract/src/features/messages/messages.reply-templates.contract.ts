import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { displayText, id, instant, uuid, whole } from '../../shared/fields.ts';
import { Message } from '../../shared/message.ts';
import { Page, pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { messagesErrors } from './messages.errors.ts';
import { replyBodies } from './messages.schema.ts';

const route = routeWith(messagesErrors);

export const TEMPLATE_TITLE_MAX = 80;

/**
 * A reusable reply. `{prénom}` and `{first_name}` stand for the member's first name; an empty language falls
 * back to the default one.
 */
export const ReplyTemplate = z
  .object({
    id: id(),
    title: z.string(),
    bodies: z.object({ fr: z.string(), en: z.string() }),
    position: z.number().int().meta({ description: 'They are listed by it.' }),
    version: z.number().int(),
    updated_at: instant(),
  })
  .meta({ id: 'ReplyTemplate' });
export type ReplyTemplate = z.infer<typeof ReplyTemplate>;

const fields = {
  title: displayText({ min: 1, max: TEMPLATE_TITLE_MAX }),
  bodies: replyBodies().meta({ description: 'A language that is absent stays as it is.' }),
  position: whole({ min: 0, max: 1000 }),
};

export const ReplyTemplateCreate = z
  .object({ ...fields, position: fields.position.default(0) })
  .meta({ id: 'ReplyTemplateCreate' });
export type ReplyTemplateCreate = z.infer<typeof ReplyTemplateCreate>;

/** Fields left out keep their value. Rejected if `version` is sent and outdated. */
export const ReplyTemplateUpdate = z
  .object({ ...fields, version: whole({ min: 1, max: SKIP_MAX }) })
  .partial()
  .meta({ id: 'ReplyTemplateUpdate' });
export type ReplyTemplateUpdate = z.infer<typeof ReplyTemplateUpdate>;

const templatePath = z.object({ id: uuid() });

export const replyTemplates = c.router({
  readReplyTemplates: route({
    method: 'GET',
    path: '/reply-templates/',
    access: 'superuser',
    audience: 'team',
    operationId: 'reply_templates-read_reply_templates',
    summary: 'List reply templates by position, then title',
    query: Page,
    responses: { 200: pageOf(ReplyTemplate).meta({ id: 'ReplyTemplates' }) },
  }),
  createReplyTemplate: route({
    method: 'POST',
    path: '/reply-templates/',
    access: 'superuser',
    audience: 'team',
    operationId: 'reply_templates-create_reply_template',
    summary: 'Write a reply template; it needs a text in the default language',
    body: ReplyTemplateCreate,
    responses: { 200: ReplyTemplate },
  }),
  readReplyTemplate: route({
    method: 'GET',
    path: '/reply-templates/:id',
    access: 'superuser',
    audience: 'team',
    operationId: 'reply_templates-read_reply_template',
    summary: 'Read a reply template',
    pathParams: templatePath,
    responses: { 200: ReplyTemplate },
    errors: ['reply_template_not_found'],
  }),
  updateReplyTemplate: route({
    method: 'PATCH',
    path: '/reply-templates/:id',
    access: 'superuser',
    audience: 'team',
    operationId: 'reply_templates-update_reply_template',
    summary: 'Change a reply template',
    pathParams: templatePath,
    body: ReplyTemplateUpdate,
    responses: { 200: ReplyTemplate },
    errors: ['reply_template_not_found', 'version_conflict'],
  }),
  deleteReplyTemplate: route({
    method: 'DELETE',
    path: '/reply-templates/:id',
    access: 'superuser',
    audience: 'team',
    operationId: 'reply_templates-delete_reply_template',
    summary: 'Delete a reply template',
    pathParams: templatePath,
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['reply_template_not_found'],
  }),
});
