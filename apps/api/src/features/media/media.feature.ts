import { defineFeature } from '../../platform/feature.ts';
import { mediaRoutes } from './media.routes.ts';
import { findStrayMedia } from './media.service.ts';

export const mediaFeature = defineFeature({
  routes: { media: mediaRoutes },
  findStrayFiles: findStrayMedia,
});
