import { z } from 'zod';
import { c } from '../../shared/define.ts';
import { displayText, id, instant, whole } from '../../shared/fields.ts';
import { Page, pageOf, SKIP_MAX } from '../../shared/pagination.ts';
import { usualRoutes } from '../../shared/usual-routes.ts';
import { messagesErrors, TEMPLATE_POSITION_MAX, TEMPLATE_TITLE_MAX } from './messages.rules.ts';
import { replyBodies } from './messages.schema.ts';

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
  position: whole({ min: 0, max: TEMPLATE_POSITION_MAX }),
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

export const ReplyTemplates = pageOf(ReplyTemplate).meta({ id: 'ReplyTemplates' });

const usual = usualRoutes(messagesErrors, {
  path: '/reply-templates/',
  names: ['reply_template', 'reply_templates'],
  readBy: { can: 'messages.read' },
  writtenBy: { can: 'messages.write' },
  missing: 'reply_template_not_found',
  query: Page,
  page: ReplyTemplates,
  row: ReplyTemplate,
  create: ReplyTemplateCreate,
  update: ReplyTemplateUpdate,
});

export const replyTemplates = c.router({
  readReplyTemplates: usual.list('List reply templates by position, then title'),
  createReplyTemplate: usual.create('Write a reply template; it needs a text in the default language'),
  readReplyTemplate: usual.read('Read a reply template'),
  updateReplyTemplate: usual.update('Change a reply template', 'version_conflict'),
  deleteReplyTemplate: usual.delete('Delete a reply template'),
});
