import { contract } from '@agora/contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';

export const utilsRoutes = ({ db }: RouteDeps) =>
  router(contract.utils, {
    testEmail: async ({ query, request }) => {
      const { locale } = callerOf(request);
      await enqueue(db, 'utils.test_mail', { email: query.email_to, locale });
      return { status: 201, body: { message: 'Test email sent' } };
    },
    healthCheck: async () => ({ status: 200, body: true as const }),
  });
