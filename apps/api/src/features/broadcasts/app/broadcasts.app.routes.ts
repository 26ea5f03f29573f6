import { contract } from '@agora/contract';
import { UNREAD_COUNT } from '@agora/contract/features/broadcasts/broadcasts.app.contract';
import type { RouteDeps } from '../../../platform/deps.ts';
import { router } from '../../../platform/http/router.ts';
import { callerOf } from '../../accounts/sessions/accounts.sessions.service.ts';
import { readAllNotifications } from './broadcasts.app.queries.ts';
import { openInInbox, readInbox } from './broadcasts.app.service.ts';

export const appNotificationsRoutes = ({ db }: RouteDeps) =>
  router(contract.appNotifications, {
    readNotifications: async ({ query, request, reply }) => {
      const inbox = await readInbox(db, callerOf(request), query);
      void reply.header(UNREAD_COUNT, inbox.unread);
      return { status: 200, body: { data: inbox.data, count: inbox.count } };
    },
    openNotification: async ({ params, request }) => {
      await openInInbox(db, callerOf(request).id, params.id);
      return { status: 200, body: { message: 'Notification opened' } };
    },
    readAllNotifications: async ({ query, request }) => {
      await readAllNotifications(db, callerOf(request).id, query.until);
      return { status: 200, body: { message: 'Notifications read' } };
    },
  });
