import { contract } from '@agora/contract';
import { v7 as uuidv7 } from 'uuid';
import type { RouteDeps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { done } from '../../platform/http/answers.ts';
import { router } from '../../platform/http/router.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { eraseDeletedViews, listViews } from './saved-views.queries.ts';
import { createView, deleteView, restoreView, showViews, updateView } from './saved-views.service.ts';

const savedViewsRoutes = ({ db, now }: RouteDeps) =>
  router(contract.savedViews, {
    readSavedViews: async ({ query, request }) => {
      const data = await showViews(db, await listViews(db, callerOf(request), query.list));
      return { status: 200, body: { data, count: data.length } };
    },
    createSavedView: async ({ body: { visibility, ...body }, request }) => {
      const caller = callerOf(request);
      const author_id = caller.id;
      const private_to = visibility === 'private' ? author_id : null;
      const view = { ...body, id: uuidv7(), author_id, private_to, created_at: now() };
      return { status: 200, body: await createView(db, caller, view) };
    },
    updateSavedView: async ({ params, body, request }) => ({
      status: 200,
      body: await updateView(db, params.id, callerOf(request), body),
    }),
    deleteSavedView: async ({ params, request }) => {
      await deleteView(db, params.id, callerOf(request), now());
      return done('View deleted successfully');
    },
    restoreSavedView: async ({ params, request }) => ({
      status: 200,
      body: await restoreView(db, params.id, callerOf(request)),
    }),
  });

export const savedViewsFeature = defineFeature({
  routes: { savedViews: savedViewsRoutes },
  housekeeping: async ({ db, now }) => eraseDeletedViews(db, now()),
});
