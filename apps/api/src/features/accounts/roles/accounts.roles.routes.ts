import { contract } from '@agora/contract';
import type { RouteDeps } from '../../../platform/deps.ts';
import { done } from '../../../platform/http/answers.ts';
import { router } from '../../../platform/http/router.ts';
import { callerOf } from '../sessions/accounts.sessions.service.ts';
import { listRoles } from './accounts.roles.queries.ts';
import { changeRole, createRole, removeRole, toRole } from './accounts.roles.service.ts';

export const rolesRoutes = ({ db, now }: RouteDeps) =>
  router(contract.roles, {
    readRoles: async () => {
      const data = (await listRoles(db)).map(toRole);
      return { status: 200, body: { data, count: data.length } };
    },
    createRole: async ({ body, request }) => ({
      status: 200,
      body: await createRole(db, now(), body, callerOf(request)),
    }),
    updateRole: async ({ params: { id }, body, request }) => ({
      status: 200,
      body: await changeRole(db, now(), id, body, callerOf(request)),
    }),
    deleteRole: async ({ params: { id } }) => {
      await removeRole(db, id);
      return done('Role deleted successfully');
    },
  });
