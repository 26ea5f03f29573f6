import { defineFeature } from '../../platform/feature.ts';
import { presenceRoutes } from './presence.routes.ts';

export const presenceFeature = defineFeature({ routes: { presence: presenceRoutes } });
