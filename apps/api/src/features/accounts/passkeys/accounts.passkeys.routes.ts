import { contract } from '@agora/contract';
import type { RouteDeps } from '../../../platform/deps.ts';
import { done } from '../../../platform/http/answers.ts';
import { networkOf } from '../../../platform/http/limiter.ts';
import { router } from '../../../platform/http/router.ts';
import { callerOf } from '../sessions/accounts.sessions.service.ts';
import { listPasskeys } from './accounts.passkeys.queries.ts';
import {
  createPasskey,
  nameOwnPasskey,
  removeOwnPasskey,
  startPasskey,
  toPasskey,
} from './accounts.passkeys.service.ts';

export const passkeysRoutes = (deps: RouteDeps) =>
  router(contract.passkeys, {
    readPasskeys: async ({ request }) => {
      const rows = await listPasskeys(deps.db, callerOf(request).id);
      return { status: 200, body: { data: rows.map(toPasskey), count: rows.length } };
    },
    startPasskey: async ({ request }) => ({
      status: 200,
      body: await startPasskey(deps, callerOf(request)),
    }),
    createPasskey: async ({ body, request }) => ({
      status: 200,
      body: await createPasskey(deps, callerOf(request), networkOf(request.ip), body),
    }),
    renamePasskey: async ({ params, body, request }) => ({
      status: 200,
      body: await nameOwnPasskey(deps, callerOf(request), params.id, body.name),
    }),
    deletePasskey: async ({ params, request }) => {
      await removeOwnPasskey(deps, callerOf(request), params.id);
      return done('Passkey removed');
    },
  });
