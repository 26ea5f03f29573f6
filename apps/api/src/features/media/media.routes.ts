import { contract } from '@agora/contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { page } from '../../platform/http/answers.ts';
import { router } from '../../platform/http/router.ts';
import { countMedia, listMedia } from './media.queries.ts';
import { findStrayMedia, storeMedia, toMedia } from './media.service.ts';

const mediaRoutes = (deps: RouteDeps) =>
  router(contract.media, {
    readMedia: ({ query }) => page(listMedia(deps.db, query), countMedia(deps.db), toMedia),
    uploadMedia: async ({ body }) => ({
      status: 200,
      body: toMedia(await storeMedia(deps, (body as { file: Uint8Array }).file)),
    }),
  });

export const mediaFeature = defineFeature({
  routes: { media: mediaRoutes },
  findStrayFiles: findStrayMedia,
});
