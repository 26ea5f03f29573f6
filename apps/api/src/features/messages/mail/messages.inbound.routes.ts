import { contract } from '@agora/contract';
import type { RouteDeps } from '../../../platform/deps.ts';
import { router } from '../../../platform/http/router.ts';
import { receiveMail } from './messages.inbound.service.ts';

export const inboundMailRoutes = (deps: RouteDeps) =>
  router(contract.inboundMail, {
    receiveMail: async ({ body }) => ({
      status: 200,
      body: { outcome: await receiveMail(deps, (body as { file: Buffer }).file) },
    }),
  });
