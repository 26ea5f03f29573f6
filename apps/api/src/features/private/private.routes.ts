import { contract } from '@agora/contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { router } from '../../platform/http/router.ts';
import { createUser, toUser } from '../users/users.service.ts';

export const privateRoutes = (deps: RouteDeps) =>
  router(contract.private, {
    createUser: async ({ body: { email, password, full_name } }) => ({
      status: 200,
      body: toUser(
        await createUser(deps, { email, password, full_name }, 'email_taken_on_create'),
        deps.now(),
      ),
    }),
  });
