import { contract } from '@agora/contract';
import type { RouteDeps } from '../../../platform/deps.ts';
import { done } from '../../../platform/http/answers.ts';
import { networkOf } from '../../../platform/http/limiter.ts';
import { router } from '../../../platform/http/router.ts';
import { callerOf } from '../sessions/accounts.sessions.service.ts';
import {
  confirmSetUp,
  readFactor,
  removeOwnFactor,
  renewRecoveryCodes,
  startSetUp,
} from './accounts.second-factor.service.ts';

export const secondFactorRoutes = (deps: RouteDeps) =>
  router(contract.secondFactor, {
    readSecondFactor: async ({ request }) => ({
      status: 200,
      body: await readFactor(deps.db, callerOf(request)),
    }),
    setUpSecondFactor: async ({ request }) => ({
      status: 200,
      body: await startSetUp(deps, callerOf(request)),
    }),
    confirmSecondFactor: async ({ body, request }) => ({
      status: 200,
      body: {
        recovery_codes: await confirmSetUp(deps, callerOf(request), networkOf(request.ip), body.code),
      },
    }),
    renewRecoveryCodes: async ({ request }) => ({
      status: 200,
      body: { recovery_codes: await renewRecoveryCodes(deps, callerOf(request)) },
    }),
    removeSecondFactor: async ({ request }) => {
      await removeOwnFactor(deps, callerOf(request));
      return done('Second factor removed');
    },
  });
