import { contract } from '@agora/contract';
import type { SearchResults } from '@agora/contract/features/search/search.contract';
import type { RouteDeps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { router } from '../../platform/http/router.ts';
import { callerOf } from '../accounts/sessions/accounts.sessions.service.ts';
import { type FoundRow, searchAll } from './search.queries.ts';

/** Groups rows, which are sorted best first, in the order of their first rows. */
function groupsOf(rows: readonly FoundRow[]): SearchResults['groups'] {
  const groups = Map.groupBy(rows, ({ entity }) => entity);
  return [...groups].map(([entity, found]) => ({
    entity,
    results: found.map(({ id, title, detail }) => ({ id, title, detail })),
  }));
}

const searchRoutes = ({ db }: RouteDeps) =>
  router(contract.search, {
    search: async ({ query: { q, limit }, request }) => {
      const rows = await searchAll(db, { q, limit, caller: callerOf(request) });
      return { status: 200, body: { groups: groupsOf(rows) } };
    },
  });

export const searchFeature = defineFeature({ routes: { search: searchRoutes } });
