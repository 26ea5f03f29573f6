import { contract } from '@agora/contract';
import type { LocalPushes } from '@agora/contract/features/system/system.private.contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { countLocalPushes, listLocalPushes } from '../../platform/push/local.ts';
import { createUser, toUser } from '../accounts/users/accounts.users.service.ts';

export const privateRoutes = (deps: RouteDeps) =>
  router(contract.private, {
    createUser: async ({ body: { email, password, full_name } }) => ({
      status: 200,
      body: toUser(
        await createUser(deps, { email, password, full_name }, 'email_taken_on_create'),
        deps.now(),
      ),
    }),
    readPushes: async ({ query }) => {
      const [rows, count] = await Promise.all([listLocalPushes(deps.db, query), countLocalPushes(deps.db)]);
      const data = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
      return { status: 200, body: { data: data as LocalPushes['data'], count } };
    },
  });
