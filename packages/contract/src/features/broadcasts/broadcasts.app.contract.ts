import { z } from 'zod';
import { c, routeWith } from '../../shared/define.ts';
import { bool, id, instant, sameInstant, uuid } from '../../shared/fields.ts';
import { Locale } from '../../shared/locale.ts';
import { Message } from '../../shared/message.ts';
import { Page, pageOf } from '../../shared/pagination.ts';
import { PushCategory } from '../devices/devices.app.contract.ts';
import { broadcastsErrors } from './broadcasts.rules.ts';

const route = routeWith(broadcastsErrors);

/** Response header with the number of unread notifications. */
export const UNREAD_COUNT = 'x-unread-count';

/** A push sent to the reader, whether a phone displayed it or not. */
export const AppNotification = z
  .object({
    id: id().meta({ description: 'The `notification_id` of the push.' }),
    category: PushCategory,
    locale: Locale,
    title: z.string(),
    body: z.string(),
    link: z.string().nullable(),
    image: z.string().nullable().meta({ description: 'A path on the origin of the API.' }),
    sent_at: instant(),
    is_read: z.boolean(),
  })
  .meta({ id: 'AppNotification' });
export type AppNotification = z.infer<typeof AppNotification>;

export const AppNotifications = pageOf(AppNotification).meta({ id: 'AppNotifications' });

export const AppNotificationsPage = Page.extend({
  after: uuid().optional().meta({
    description:
      'Id of the last push before this page; `skip` then counts from there. No push is missed or repeated when others arrive or are read between two pages.',
  }),
  unread: bool().optional().meta({ description: 'True: only unread pushes; false: only read ones.' }),
});
export type AppNotificationsPage = z.infer<typeof AppNotificationsPage>;

export const appNotifications = c.router({
  readNotifications: route({
    method: 'GET',
    path: '/app/notifications',
    access: 'user',
    audience: 'app',
    operationId: 'app-read_notifications',
    summary: 'List the pushes sent to the reader, newest first',
    headers: { 'X-Unread-Count': 'Number of pushes that the reader has not opened.' },
    query: AppNotificationsPage,
    responses: { 200: AppNotifications },
    errors: ['row_gone'],
  }),
  openNotification: route({
    method: 'POST',
    path: '/app/notifications/:id/opened',
    access: 'user',
    audience: 'app',
    operationId: 'app-open_notification',
    summary: 'Record that a push was opened; only the first time counts',
    pathParams: z.object({ id: uuid() }),
    body: c.noBody(),
    responses: { 200: Message },
    errors: ['notification_not_found'],
  }),
  readAllNotifications: route({
    method: 'POST',
    path: '/app/notifications/read-all',
    access: 'user',
    audience: 'app',
    operationId: 'app-read_all_notifications',
    summary: 'Mark every notification as read',
    query: z.object({
      until: sameInstant().optional().meta({
        description:
          'The `sent_at` of the newest one shown, exactly as received: later ones stay unread. Absent: marks all of them.',
      }),
    }),
    body: c.noBody(),
    responses: { 200: Message },
  }),
});
