import { contract } from '@agora/contract';
import type { RouteDeps } from '../../../platform/deps.ts';
import { router } from '../../../platform/http/router.ts';
import { callerOf } from '../../accounts/sessions/accounts.sessions.service.ts';
import { readImage, storeImage } from './messages.images.service.ts';

export const messageImagesRoutes = (deps: RouteDeps) =>
  router(contract.messageImages, {
    uploadMessageImage: async ({ body, request }) => ({
      status: 200,
      body: await storeImage(deps, callerOf(request), (body as { file: Uint8Array }).file),
    }),
    readMessageImage: async ({ params, query, request }) => ({
      status: 200,
      body: await readImage(deps, callerOf(request), { ...params, ...query }),
    }),
  });
