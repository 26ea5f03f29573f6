import { contract } from '@agora/contract';
import type { RouteDeps } from '../../../platform/deps.ts';
import { done } from '../../../platform/http/answers.ts';
import { router } from '../../../platform/http/router.ts';
import { callerOf } from '../sessions/accounts.sessions.service.ts';
import { listApiKeys } from './accounts.api-keys.queries.ts';
import { createKey, revokeKey, toApiKey } from './accounts.api-keys.service.ts';

export const apiKeysRoutes = ({ db, now }: RouteDeps) =>
  router(contract.apiKeys, {
    readApiKeys: async () => {
      const data = (await listApiKeys(db)).map(toApiKey);
      return { status: 200, body: { data, count: data.length } };
    },
    createApiKey: async ({ body, request, reply }) => {
      void reply.header('cache-control', 'no-store');
      return { status: 200, body: await createKey(db, now(), body, callerOf(request)) };
    },
    deleteApiKey: async ({ params: { id } }) => {
      await revokeKey(db, id);
      return done('API key revoked');
    },
  });
