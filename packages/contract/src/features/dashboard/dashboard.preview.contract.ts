import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { uuid } from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { accountsErrors } from '../accounts/accounts.errors.ts';
import { AppMessageListed } from '../messages/messages.app.contract.ts';
import { AppHome } from './dashboard.app.contract.ts';

/** Maximum number of conversations in a preview. */
export const PREVIEW_CONVERSATIONS = 5;

/** What the app shows a member, by the queries of the app itself. */
export const AppPreview = z
  .object({
    locale: Locale.meta({ description: 'Language of the member.' }),
    ...AppHome.pick({
      daily_message: true,
      news: true,
      unread_messages: true,
      unread_notifications: true,
      server_time: true,
    }).shape,
    conversations: z
      .array(AppMessageListed)
      .nullable()
      .meta({
        description: `The newest, at most ${PREVIEW_CONVERSATIONS}; null if the caller may not read conversations.`,
      }),
  })
  .meta({ id: 'AppPreview' });
export type AppPreview = z.infer<typeof AppPreview>;

const route = routeWith(accountsErrors);

export const appPreview = c.router({
  readAppPreview: route({
    method: 'GET',
    path: '/users/:user_id/app-preview',
    access: { can: 'members.read' },
    audience: 'team',
    operationId: 'users-read_app_preview',
    summary: 'Read what the app shows a member now; no token is issued, and the audit log has it',
    pathParams: z.object({ user_id: uuid() }),
    responses: { 200: AppPreview },
    errors: ['user_not_found'],
  }),
});
