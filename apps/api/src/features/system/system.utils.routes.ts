import { contract } from '@agora/contract';
import { auditAccount } from '../../platform/db/audit-account.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';

export const utilsRoutes = ({ db }: RouteDeps) =>
  router(contract.utils, {
    testEmail: async ({ query, request }) => {
      const { id, locale } = callerOf(request);
      await db.transaction(async (tx) => {
        await enqueue(tx, 'utils.test_mail', { email: query.email_to, locale });
        await auditAccount(tx, id, { test_mail: null });
      });
      return { status: 201, body: { message: 'Test email sent' } };
    },
    healthCheck: async () => ({ status: 200, body: true as const }),
  });
