import { defineFeature } from '../../platform/feature.ts';
import { deleteExpiredItems } from './items.queries.ts';
import { itemsRoutes } from './items.routes.ts';

export const itemsFeature = defineFeature({
  routes: { items: itemsRoutes },
  housekeeping: async ({ db, now }) => deleteExpiredItems(db, now()),
});
