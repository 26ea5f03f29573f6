import { contract } from '@agora/contract';
import { PREVIEW_CONVERSATIONS } from '@agora/contract/features/dashboard/dashboard.preview.contract';
import { can } from '@agora/contract/shared/permissions';
import { auditAccount } from '../../platform/db/audit-account.ts';
import { readChanges } from '../../platform/db/row-counts.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { requireReadableUser } from '../accounts/security/accounts.guard.service.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { listConversations } from '../messages/app/messages.app.service.ts';
import { homeReader } from './dashboard.app.service.ts';

export const appPreviewRoutes = (deps: RouteDeps) => {
  const { db, now } = deps;
  const readHomeOf = homeReader(deps);
  return router(contract.appPreview, {
    readAppPreview: async ({ params: { user_id: id }, request }) => {
      const caller = callerOf(request);
      const { locale } = await requireReadableUser(db, caller, id);
      const changes = await readChanges(db, ['daily_messages', 'news']);
      const { shown } = await readHomeOf({ id, locale, changes });
      const page = { skip: 0, limit: PREVIEW_CONVERSATIONS };
      const conversations = can(caller, 'messages.read') ? await listConversations(db, id, page) : null;
      await db.transaction((tx) => auditAccount(tx, id, { app_preview: null }));
      return { status: 200, body: { locale, ...shown, conversations, server_time: now().toISOString() } };
    },
  });
};
